import Foundation
import Positioning
import TestSupport
import Testing

@testable import LocalTracker

struct HTTPServerTests {
    static let batch = LocalService.batch([LocalService.update(at: UTCTime(seconds: 1_800_000_000))])
    static let path = "trackers/all/positions"

    @Test func aConnectionServesManyRequests() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        for second in 0..<20 {
            let body = LocalService.batch([LocalService.update(at: UTCTime(seconds: Int64(second)))])
            connection.send(served.request("POST", Self.path, body))
            let response = try #require(connection.next())
            #expect(response.status == 200)
            #expect(response.body == "{\"Errors\":[]}")
            #expect(response.headers["content-type"] == "application/json")
            #expect(response.headers["date"]?.hasSuffix(" GMT") == true)
            #expect(response.headers["x-amzn-requestid"]?.count == 36)
        }
        #expect(try served.stored() == 20)
    }

    @Test func requestsInOneSegmentAreAnsweredInOrder() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        connection.send(served.request("GET", "trackers/all") + served.request("GET", "trackers/nosuch"))
        #expect(connection.next()?.status == 200)
        #expect(connection.next()?.status == 404)
    }

    @Test func manyConnectionsShareATurn() throws {
        let served = try ServedTracker()
        let connections = (0..<50).map { _ in served.connect() }
        for (index, connection) in connections.enumerated() {
            let body = LocalService.batch([LocalService.update(at: UTCTime(seconds: Int64(index)))])
            connection.send(served.request("POST", Self.path, body))
        }
        #expect(connections.allSatisfy { $0.next()?.status == 200 })
        #expect(try served.stored() == 50)
    }

    @Test func anAnswerIsGivenAfterItsCommit() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        connection.send(served.request("POST", Self.path, Self.batch))
        #expect(connection.next()?.status == 200)
        // Another connection to the database sees only what is committed.
        #expect(try served.stored() == 1)
    }

    @Test func aBodyInChunksIsPutTogether() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        let extra = ["Transfer-Encoding: chunked"]
        connection.send(served.request("POST", Self.path, Self.batch, extra: extra, sendsBody: false))
        let bytes = Array(Self.batch.utf8)
        for start in stride(from: 0, to: bytes.count, by: 7) {
            let piece = bytes[start..<min(start + 7, bytes.count)]
            let size = String(piece.count, radix: 16)
            connection.send(Array("\(size)\r\n\(String(decoding: piece, as: UTF8.self))\r\n".utf8))
        }
        connection.send(Array("0\r\n\r\n".utf8))
        #expect(connection.next()?.status == 200)
        #expect(try served.stored() == 1)
    }

    @Test func aClientThatExpects100IsToldToContinue() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        let extra = ["Expect: 100-continue"]
        connection.send(served.request("POST", Self.path, Self.batch, extra: extra, sendsBody: false))
        #expect(connection.next()?.status == 100)
        connection.send(Array(Self.batch.utf8))
        #expect(connection.next()?.status == 200)
    }

    @Test func aBodyThatSaysItIsTooLargeIsRefusedUnread() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        let body = String(repeating: " ", count: ServiceLimits.body + 1)
        connection.send(served.request("POST", Self.path, body, sendsBody: false))
        let response = try #require(connection.next())
        #expect(response.status == 413)
        #expect(response.headers["x-amzn-errortype"] == "RequestEntityTooLargeException")
        #expect(connection.waitForEnd())
    }

    @Test func aBodyInChunksThatGrowsTooLargeEndsTheConnection() throws {
        let served = try ServedTracker()
        let connection = served.connect()
        connection.send(served.request("POST", Self.path, extra: ["Transfer-Encoding: chunked"]))
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x10000) + Array("\r\n".utf8)
        for _ in 0...(ServiceLimits.body / 0x10000 + 1) { connection.send(chunk) }
        #expect(connection.waitForEnd())
    }

    @Test func nonsenseIsRefusedAndTheNextConnectionServed() throws {
        let served = try ServedTracker()
        let broken = served.connect()
        broken.send(Array("\u{1}\u{2} nonsense\r\n\r\n".utf8))
        #expect(broken.waitForEnd())
        let connection = served.connect()
        connection.send(served.request("GET", "trackers/all"))
        #expect(connection.next()?.status == 200)
    }

    @Test func aCutBeforeStoresNothing() throws {
        let served = try ServedTracker(faults: FaultPlanTests.plan("\"first\":1", "\"cut\":\"before\""))
        let connection = served.connect()
        connection.send(served.request("POST", Self.path, Self.batch))
        #expect(connection.next() == nil)
        #expect(connection.leftover.isEmpty)
        #expect(try served.stored() == 0)
    }

    @Test func aCutAfterwardsStoresWithoutAnAnswer() throws {
        let served = try ServedTracker(faults: FaultPlanTests.plan("\"first\":1", "\"cut\":\"after\""))
        let connection = served.connect()
        connection.send(served.request("POST", Self.path, Self.batch))
        #expect(connection.next() == nil)
        #expect(connection.leftover.isEmpty)
        #expect(try served.stored() == 1)
    }

    @Test func aCutHalfwaySendsHalfOfTheBody() throws {
        let served = try ServedTracker(faults: FaultPlanTests.plan("\"first\":1", "\"cut\":\"halfway\""))
        let connection = served.connect()
        connection.send(served.request("POST", Self.path, Self.batch))
        #expect(connection.next() == nil)
        #expect(connection.leftover.contains("Content-Length: 13\r\n"))
        #expect(connection.leftover.hasSuffix("\r\n\r\n{\"Erro"))
        #expect(try served.stored() == 1)
    }

    @Test func latencyDelaysOneAnswerAndHoldsUpNoOther() throws {
        let served = try ServedTracker(
            faults: FaultPlanTests.plan("\"contains\":\"slow\"", "\"latency-ms\":3000"))
        let (slow, quick) = (served.connect(), served.connect())
        let body = LocalService.batch([LocalService.update(at: UTCTime(seconds: 1), device: "slow")])
        let start = ServedTracker.boot
        slow.send(served.request("POST", Self.path, body))
        quick.send(served.request("GET", "trackers/all"))
        #expect(quick.next()?.status == 200)
        #expect(slow.leftover.isEmpty, "it waits still")
        #expect(slow.next()?.status == 200)
        #expect(ServedTracker.boot.since(start) >= 3000)
    }

    @Test func aServerGoesAwayWithRequestsUnderWay() throws {
        var served: ServedTracker? = try ServedTracker(
            faults: FaultPlanTests.plan("\"contains\":\"slow\"", "\"latency-ms\":60000"))
        let connection = try #require(served).connect()
        let body = LocalService.batch([LocalService.update(at: UTCTime(seconds: 1), device: "slow")])
        connection.send(try #require(served).request("POST", Self.path, body))
        let quick = try #require(served).connect()
        quick.send(try #require(served).request("GET", "trackers/all"))
        #expect(quick.next()?.status == 200)
        served = nil
    }

    @Test(arguments: ["8080", "127.0.0.1", "127.0.0.1:http", "no..such:80", ":80", "127.0.0.1:99999"])
    func anAddressThatIsNoneIsAnError(_ address: String) throws {
        let directory = TemporaryDirectory()
        var options = TrackerOptions(database: directory.file("tracker.db"))
        options.listen = address
        #expect(throws: TrackerError.self) { try TrackerServer(options, now: ServedTracker.utc) }
    }

    @Test func aPortThatIsTakenIsAnError() throws {
        let served = try ServedTracker()
        var options = TrackerOptions(database: served.directory.file("second.db"))
        options.listen = "127.0.0.1:\(served.port)"
        let remedy = "end what listens there, or name another port (port 0 picks a free one)"
        #expect(throws: TrackerError.listen(address: options.listen, "Address already in use", remedy: remedy)) {
            try TrackerServer(options, now: ServedTracker.utc)
        }
    }
}
