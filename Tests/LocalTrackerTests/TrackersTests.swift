import Foundation
import Positioning
import Testing

@testable import LocalTracker

struct TrackersTests {
    let local: LocalService

    init() throws {
        local = try LocalService()
    }

    @Test func aTrackerIsMadeDescribedChangedAndDeleted() throws {
        let create =
            "{\"TrackerName\":\"new\",\"PositionFiltering\":\"AccuracyBased\",\"Description\":\"x\",\"Tags\":{\"a\":\"b\"}}"
        let (status, made) = try local.ask("POST", "trackers", create)
        #expect(status == 200)
        #expect(made["CreateTime"] as? String == local.service.now.iso8601)
        #expect(try local.ask("POST", "trackers", create).status == 409)
        #expect(try local.ask("PATCH", "trackers/new", "{\"PositionFiltering\":\"DistanceBased\"}").status == 200)
        let described = try local.ask("GET", "trackers/new").body
        #expect(described["PositionFiltering"] as? String == "DistanceBased")
        #expect(described["Description"] as? String == "x")
        #expect(described["Tags"] as? [String: String] == ["a": "b"])
        try local.update("new", at: [1000])
        #expect(try local.ask("DELETE", "trackers/new").status == 200)
        #expect(try local.ask("GET", "trackers/new").status == 404)
        #expect(try local.ask("DELETE", "trackers/new").status == 404)
    }

    @Test func aNewTrackerFiltersByTime() throws {
        #expect(try local.ask("POST", "trackers", "{\"TrackerName\":\"plain\"}").status == 200)
        #expect(try local.ask("GET", "trackers/plain").body["PositionFiltering"] as? String == "TimeBased")
    }

    @Test func trackersAreListedByPage() throws {
        let first = try local.ask("POST", "list-trackers", "{\"MaxResults\":3}").body
        let token = try #require(first["NextToken"] as? String)
        let second = try local.ask("POST", "list-trackers", "{\"MaxResults\":3,\"NextToken\":\"\(token)\"}").body
        let names = [first, second].flatMap { $0["Entries"] as? [[String: Any]] ?? [] }.map {
            $0["TrackerName"] as? String
        }
        #expect(names == ["accuracy", "all", "distance", "time"])
        #expect(second["NextToken"] == nil)
    }

    @Test(arguments: [
        "{}", "{\"TrackerName\":\"a b\"}", "{\"TrackerName\":\"t\",\"PositionFiltering\":\"Often\"}",
        "{\"TrackerName\":\"t\",\"EventBridgeEnabled\":1}", "{\"TrackerName\":\"t\",\"KmsKeyId\":\"\"}",
        "{\"TrackerName\":\"t\",\"Tags\":{\"\":\"x\"}}",
    ])
    func settingsAreValidated(_ body: String) throws {
        #expect(try local.ask("POST", "trackers", body).status == 400)
    }

    @Test func theNewestPositionOfEachDeviceIsListedGotAndDeleted() throws {
        for (index, device) in ["a", "b", "c"].enumerated() {
            let updates = [10, 20].map {
                LocalService.update(at: UTCTime(seconds: $0), device: device, longitude: Double(index * 10))
            }
            #expect(try local.ask("POST", "trackers/all/positions", LocalService.batch(updates)).status == 200)
        }
        #expect(try devices(of: local.ask("POST", "trackers/all/list-positions").body) == ["a", "b", "c"])
        let page = try local.ask("POST", "trackers/all/list-positions", "{\"MaxResults\":2}").body
        #expect(devices(of: page) == ["a", "b"])
        let box = "{\"FilterGeometry\":{\"Polygon\":[[[5,40],[15,40],[15,50],[5,50],[5,40]]]}}"
        #expect(try devices(of: local.ask("POST", "trackers/all/list-positions", box).body) == ["b"])
        let some = try local.ask("POST", "trackers/all/get-positions", "{\"DeviceIds\":[\"c\",\"nosuch\"]}").body
        #expect(
            (some["DevicePositions"] as? [[String: Any]])?.map { $0["SampleTime"] as? String } == [
                "1970-01-01T00:00:20.000Z"
            ])
        #expect(try local.ask("POST", "trackers/all/delete-positions", "{\"DeviceIds\":[\"a\",\"c\"]}").status == 200)
        #expect(try devices(of: local.ask("POST", "trackers/all/list-positions").body) == ["b"])
    }

    private func devices(of body: [String: Any]) -> [String] {
        (body["Entries"] as? [[String: Any]] ?? []).compactMap { $0["DeviceId"] as? String }
    }
}
