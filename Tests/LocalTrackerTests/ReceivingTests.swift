import Foundation
import Positioning
import SQLite
import Testing

@testable import LocalTracker

struct ReceivingTests {
    @Test func theLatestPositionIsTheNewestBySampleTimeNotByArrival() throws {
        let local = try LocalService()
        try local.update("all", at: [1000, 3000])
        try local.update("all", at: [2000])
        let latest = try local.ask("GET", "trackers/all/devices/d/positions/latest").body
        #expect(latest["SampleTime"] as? String == UTCTime(seconds: 3000).iso8601)
        #expect(latest["ReceivedTime"] as? String == local.service.now.iso8601)
        #expect(latest["Position"] as? [Double] == [8.5, 47.25])
    }

    @Test(arguments: ["time", "distance", "accuracy", "all"])
    func aRepeatedBatchIsSwallowedAndCounted(_ tracker: String) throws {
        let local = try LocalService()
        try local.update(tracker, at: [1000])
        try local.update(tracker, at: [1000])
        let counts = try #require(try local.counts(tracker))
        #expect((counts.received, counts.stored, counts.duplicates) == (2, 1, 1))
    }

    @Test func theFirstOfTwoPositionsAtOneInstantStays() throws {
        let local = try LocalService()
        let time = UTCTime(seconds: 1000)
        let updates = [LocalService.update(at: time, longitude: 1), LocalService.update(at: time, longitude: 2)]
        #expect(try local.ask("POST", "trackers/all/positions", LocalService.batch(updates)).status == 200)
        let latest = try local.ask("GET", "trackers/all/devices/d/positions/latest").body
        #expect(latest["Position"] as? [Double] == [1, 47.25])
    }

    @Test func aBacklogBehindALivePositionIsStored() throws {
        let local = try LocalService()
        try local.update("time", at: [100_000])
        try local.update("time", at: [0, 30, 45, 60, 99_980])
        let counts = try #require(try local.counts("time"))
        #expect((counts.stored, counts.filtered) == (4, 2))
    }

    @Test func devicesAndTrackersAreKeptApart() throws {
        let local = try LocalService()
        let time = UTCTime(seconds: 1000)
        let updates = ["a", "b"].map { LocalService.update(at: time, device: $0) }
        #expect(try local.ask("POST", "trackers/time/positions", LocalService.batch(updates)).status == 200)
        #expect(try local.counts("time")?.stored == 2)
        #expect(try local.ask("GET", "trackers/all/devices/a/positions/latest").status == 404)
    }

    @Test func positionsAndCountsOutliveTheProcess() throws {
        let local = try LocalService()
        try local.update("all", at: [1000, 2000])
        let reopened = try leftStore(in: local.directory)
        let tracker = try #require(try reopened.trackers.find("all"))
        #expect(tracker.counts.stored == 2)
        let found = try reopened.positions.history(
            tracker.id, "d", from: UTCTime(seconds: 0), to: UTCTime(seconds: 5000), limit: 10)
        #expect(found.map(\.time) == [UTCTime(seconds: 1000), UTCTime(seconds: 2000)])
    }

    @Test func coordinatesComeBackAsTheyWereSent() throws {
        let local = try LocalService()
        let more = ",\"Accuracy\":{\"Horizontal\":4.2},\"PositionProperties\":{\"speed\":\"13.4\",\"a\\\"b\":\"ü\"}"
        let update = LocalService.update(
            at: UTCTime(seconds: 1), longitude: -122.3312345, latitude: 47.6098765, more: more)
        #expect(try local.ask("POST", "trackers/all/positions", LocalService.batch([update])).status == 200)
        let latest = try local.ask("GET", "trackers/all/devices/d/positions/latest").body
        #expect(latest["Position"] as? [Double] == [-122.3312345, 47.6098765])
        #expect((latest["Accuracy"] as? [String: Double]) == ["Horizontal": 4.2])
        #expect((latest["PositionProperties"] as? [String: String]) == ["speed": "13.4", "a\"b": "ü"])
    }

    @Test func positionsAreKeptFor30DaysAfterTheyWereReceived() throws {
        let local = try LocalService()
        try local.update("all", at: [1000])
        local.service.now = local.service.now.advanced(by: 86_400_000)
        try local.update("all", at: [2000])
        local.service.now = local.service.now.advanced(by: 29 * 86_400_000)
        local.service.expire()
        #expect(try local.ask("GET", "trackers/all/devices/d/positions/latest").status == 200)
        local.service.now = local.service.now.advanced(by: 1)
        local.service.expire()
        let tracker = try #require(try local.service.store.trackers.find("all"))
        let left = try local.service.store.positions.history(
            tracker.id, "d", from: UTCTime(seconds: 0), to: UTCTime(seconds: 5000), limit: 10)
        #expect(left.map(\.time) == [UTCTime(seconds: 2000)])
    }

    @Test func aDatabaseOfAnotherProgramIsRefusedAndLeftAlone() throws {
        let local = try LocalService()
        let path = local.directory.file("other.db")
        let other = try Connection(path: path, mode: .create)
        try other.execute("CREATE TABLE fix (id INTEGER PRIMARY KEY); PRAGMA user_version = 1")
        #expect(throws: TrackerError.self) { try TrackerStore(path: path) }
        #expect(try other.pragmaText("journal_mode") == "delete")
    }

    @Test func aSecondTrackerOnOneDatabaseIsRefused() throws {
        let local = try LocalService()
        let path = local.directory.file("tracker.db")
        #expect(throws: TrackerError.inUse(path: path)) { try TrackerStore(path: path) }
    }

    @Test func aFileOfAnotherProgramIsRefused() throws {
        let local = try LocalService()
        let path = local.directory.file("other.db")
        try Data("no database at all, just text".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: TrackerError.self) { try TrackerStore(path: path) }
    }
}
