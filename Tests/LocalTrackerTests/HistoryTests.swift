import Foundation
import Positioning
import Testing

@testable import LocalTracker

struct HistoryTests {
    let local: LocalService
    let start: Int64 = 1_799_990_000

    init() throws {
        local = try LocalService()
        for batch in 0..<25 {
            try local.update("all", at: (0..<10).map { start + Int64(batch * 10 + $0) })
        }
    }

    @Test func pagesHoldEveryPositionOnceInOrder() throws {
        var times: [String] = []
        var token: String?
        var sizes: [Int] = []
        repeat {
            let (status, body) = try local.ask(
                "POST", "trackers/all/devices/d/list-positions", token.map { "{\"NextToken\":\"\($0)\"}" } ?? "{}")
            #expect(status == 200)
            let page = try #require(body["DevicePositions"] as? [[String: Any]])
            sizes.append(page.count)
            times += page.compactMap { $0["SampleTime"] as? String }
            token = body["NextToken"] as? String
            // The first page's window stays, though the clock goes on.
            local.service.now = local.service.now.advanced(by: 3_600_000)
        } while token != nil
        #expect(sizes == [100, 100, 50])
        #expect(times == (0..<250).map { UTCTime(seconds: start + $0).iso8601 })
    }

    @Test func theStartIsInclusiveAndTheEndExclusive() throws {
        let body = """
            {"StartTimeInclusive":"\(UTCTime(seconds: start + 3).iso8601)",
             "EndTimeExclusive":"\(UTCTime(seconds: start + 6).iso8601)","MaxResults":100}
            """
        let page = try local.ask("POST", "trackers/all/devices/d/list-positions", body).body
        let times = (page["DevicePositions"] as? [[String: Any]])?.compactMap { $0["SampleTime"] as? String }
        #expect(times == (3..<6).map { UTCTime(seconds: start + $0).iso8601 })
        #expect(page["NextToken"] == nil)
    }

    @Test func aFullLastPageHasNoToken() throws {
        let body = "{\"StartTimeInclusive\":\"\(UTCTime(seconds: start + 150).iso8601)\"}"
        let page = try local.ask("POST", "trackers/all/devices/d/list-positions", body).body
        #expect((page["DevicePositions"] as? [Any])?.count == 100)
        #expect(page["NextToken"] == nil)
    }

    @Test func onlyTheLastDayIsToldUnlessAskedFor() throws {
        local.service.now = UTCTime(seconds: start + 86_400 + 245)
        let page = try local.ask("POST", "trackers/all/devices/d/list-positions").body
        #expect((page["DevicePositions"] as? [Any])?.count == 5)
    }

    @Test(arguments: [
        "{\"MaxResults\":0}", "{\"MaxResults\":101}", "{\"MaxResults\":\"5\"}", "{\"NextToken\":\"nonsense!\"}",
        "{\"NextToken\":\"\"}",
        "{\"StartTimeInclusive\":\"2027-01-15T09:00:00Z\",\"EndTimeExclusive\":\"2027-01-15T08:00:00Z\"}",
        "{\"EndTimeExclusive\":\"2020-01-01T00:00:00Z\"}",
    ])
    func boundsAreValidated(_ body: String) throws {
        #expect(try local.ask("POST", "trackers/all/devices/d/list-positions", body).status == 400)
    }

    @Test func aDeviceThatNeverReportedHasAnEmptyHistoryAndNoLatestPosition() throws {
        let page = try local.ask("POST", "trackers/all/devices/other/list-positions").body
        #expect((page["DevicePositions"] as? [Any])?.isEmpty == true)
        let (status, body) = try local.ask("GET", "trackers/all/devices/other/positions/latest")
        #expect(status == 404)
        #expect(body["message"] as? String == "records not found for given deviceId")
    }
}
