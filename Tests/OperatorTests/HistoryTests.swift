import Foundation
import JSON
import LocalTracker
import Outbox
import Positioning
import Runtime
import Testing

@testable import AmazonLocation
@testable import Operator

/// Against a real local tracker, over HTTP.
@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
    @Test func everyPageIsWritten() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .none)
        try tracker.receive(box, 0..<250)
        let lines = try box.run(HistoryCommand.self, ["--format", "csv"], set: tracker.settings).split(separator: "\n")
        #expect(lines.count == 251)
        let times = lines.dropFirst().compactMap { Int64($0.prefix { $0 != "," }) }.sorted()
        #expect(times == (0..<250).map { box.fix($0).sampleTime.milliseconds })
        #expect(lines[1].contains(",11.1,"))
        let window = ["--from", box.fix(100).sampleTime.iso8601, "--to", box.fix(110).sampleTime.iso8601]
        #expect(try box.run(HistoryCommand.self, window, set: tracker.settings).split(separator: "\n").count == 10)
    }

    @Test func whatAPropertySaysIsWhereExportHasIt() throws {
        let box = try Box()
        var fix = box.fix(0)
        fix.positionAge = 300
        let stored = try #require(TrackPoint(StoredFix(id: 1, deviceID: "truck-7", fix: fix)))
        let time = fix.sampleTime.iso8601
        // As the uploader writes them: the age in seconds.
        let position = try JSONReader().read(
            Array(
                """
                {"DeviceId":"truck-7","SampleTime":"\(time)","ReceivedTime":"\(time)","Position":[8.5,47],
                "Accuracy":{"Horizontal":3},"PositionProperties":{"mode":"3","age":"0.3","speed":"11.1","course":"0",
                "altitude":"400.5","satellites":"12"}}
                """.utf8))
        let there = TrackPoint(try #require(DevicePosition(position)), deviceID: "truck-7")
        #expect(CSVWriter().point(there) == CSVWriter().point(stored))
        var (left, right) = (GeoJSONWriter(), GeoJSONWriter())
        #expect(left.point(there) == right.point(stored))
    }

    @Test func aTrackerThatDoesNotExistIsSaidSo() throws {
        let box = try Box()
        let tracker = try Tracker(box, .none)
        #expect(throws: OperatorError.self) {
            try box.run(HistoryCommand.self, set: tracker.settings + ["tracker.name=other"])
        }
    }

    @Test func aGuestOfCognitoIsTheSameEachTime() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        box.environment = [:]
        box.home = box.directory.file("home")
        try FileManager.default.createDirectory(atPath: box.directory.file("home"), withIntermediateDirectories: false)
        // A second identity of the pool is not to be had.
        let second =
            #"{"match": {"operation": "GetId", "every": 2}, "do": {"status": 400, "error": "LimitExceededException"}}"#
        let tracker = try Tracker(box, .none, faults: "{\"rules\": [\(second)]}", isForGuests: true)
        let settings =
            tracker.settings + [
                "credentials.source=cognito", "credentials.identity-pool=\(Tracker.pool)",
                "credentials.cognito-endpoint=\(tracker.url)",
            ]
        for _ in 0..<2 { _ = try box.run(HistoryCommand.self, set: settings) }
        let own = box.directory.file("home/.cache/waypost/cognito-identity")
        #expect(try FileManager.default.attributesOfItem(atPath: own)[.posixPermissions] as? Int == 0o600)
        // Who may read the uploader's takes that one, and keeps none.
        try FileManager.default.moveItem(atPath: own, toPath: box.directory.file("delivery/cognito-identity"))
        _ = try box.run(HistoryCommand.self, set: settings)
        #expect(!FileManager.default.fileExists(atPath: own))
    }

    /// What may work a moment later is what the uploader takes for it.
    @Test(arguments: ["{\"status\": 408}", "{\"status\": 400, \"error\": \"SlowDown\"}", "{\"cut\": \"before\"}"])
    func whatMayWorkAMomentLaterIsTriedAgain(_ fault: String) throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let rule = "{\"match\": {\"operation\": \"GetDevicePositionHistory\", \"first\": 1}, \"do\": \(fault)}"
        let tracker = try Tracker(box, .none, faults: "{\"rules\": [\(rule)]}")
        try tracker.receive(box, 0..<3)
        #expect(try box.run(HistoryCommand.self, set: tracker.settings).split(separator: "\n").count == 3)
    }

    @Test(arguments: [["--json"], ["--compare", "--format", "csv"]])
    func anOptionThatWouldBeIgnoredIsAnError(_ arguments: [String]) throws {
        let box = try Box()
        #expect(throws: UsageError.self) { try box.run(HistoryCommand.self, arguments) }
    }

    @Test(arguments: [[String](), ["--compare"]])
    func aWindowThatHasNotBegunIsNotAskedFor(_ arguments: [String]) throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .none)
        try box.store(3)
        let from = arguments + ["--from", box.clock.civilTime.advanced(by: 60_000).iso8601]
        do {
            _ = try box.run(HistoryCommand.self, from, set: tracker.settings)
            Issue.record("a window in the future is asked for")
        } catch let error as UsageError {
            #expect(error.description.hasPrefix("the window would begin at "))
        }
        // A clock that nobody has set says nothing about it.
        box.clock.civilTime = UTCTime(milliseconds: 0)
        let earlier = arguments + ["--from", box.fix(0).sampleTime.iso8601]
        _ = try box.run(HistoryCommand.self, earlier, set: tracker.settings)
    }

    @Test func compareTellsWhatBecameOfEachFix() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .timeBased)
        try box.store(100)
        try box.deliver(0..<80, dead: 80..<83)
        try box.drop([2])
        try tracker.receive(box, 0..<80)
        let answer = try box.run(HistoryCommand.self, ["--compare", "--json"], set: tracker.settings)
        let counts = try JSONReader().read(Array(answer.utf8))
        #expect(counts["stored"]?.integer == 3 && counts["filtered"]?.integer == 77)
        #expect(counts["refused"]?.integer == 3 && counts["waiting"]?.integer == 17)
        #expect(counts["missing"]?.integer == 0 && counts["elsewhere"]?.integer == 0)
        #expect(counts["only_there"]?.integer == 0)
        #expect(box.code == .success)
        let text = try box.run(HistoryCommand.self, ["--compare"], set: tracker.settings)
        #expect(text.contains("To do     filtered: waypost check --online says what to set"))
        #expect(text.contains("To do     refused: waypost dead-letters says why"))
        #expect(!text.contains("missing: "))
        // The list of dead letters would be empty.
        try box.drop([1, 3])
        let dropped = try box.run(HistoryCommand.self, ["--compare"], set: tracker.settings)
        #expect(dropped.contains("refused   3, ") && !dropped.contains("dead-letters says why"))
    }

    @Test func compareFindsWhatIsMissing() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .none)
        try box.store(20)
        try box.deliver(0..<20)
        try tracker.receive(box, 0..<7)
        try tracker.receive(box, 8..<22)
        let answer = try box.run(HistoryCommand.self, ["--compare"], set: tracker.settings)
        #expect(answer.contains("missing   \(box.fix(7).sampleTime.iso8601)"))
        #expect(answer.contains("stored    19, "))
        #expect(answer.contains("others    2, positions of the tracker"))
        #expect(answer.contains("To do     missing: were they sent to another tracker"))
        #expect(box.code == .failure)
    }

    @Test(arguments: [LocalTracker.PositionFiltering.timeBased, .distanceBased, .accuracyBased])
    func compareThatBeginsInMidDriveDoesNotMissWhatTheFilterTook(_ filtering: LocalTracker.PositionFiltering) throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        box.accuracy = 40
        let tracker = try Tracker(box, filtering)
        try box.store(100)
        try box.deliver(0..<100)
        try tracker.receive(box, 0..<100)
        // From a fix on of which each filter has not stored the next one either.
        let from = ["--compare", "--json", "--from", box.fix(50).sampleTime.iso8601]
        let counts = try JSONReader().read(Array(try box.run(HistoryCommand.self, from, set: tracker.settings).utf8))
        let stored = try #require(counts["stored"]?.integer)
        #expect(stored > 0 && counts["filtered"]?.integer == 50 - stored)
        #expect(counts["missing"]?.integer == 0 && counts["unknown"]?.integer == 0)
        #expect(counts["only_there"]?.integer == 0)
        #expect(box.code == .success)
    }

    @Test func aFixThatTheFilterMustHaveStoredIsMissingAtTheStartOfAWindowToo() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .timeBased)
        try box.store(100)
        try box.deliver(0..<100)
        try tracker.receive(box, 0..<10)
        let from = ["--compare", "--json", "--from", box.fix(50).sampleTime.iso8601]
        let counts = try JSONReader().read(Array(try box.run(HistoryCommand.self, from, set: tracker.settings).utf8))
        #expect(counts["missing"]?.integer == 50)
        #expect(box.code == .failure)
    }

    @Test func theLastPositionBeforeAMomentIsFoundAmongManyPages() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .none)
        try tracker.receive(box, 0..<290)
        let last = LastStored(session: try tracker.session(box), deviceID: "truck-7")
        #expect(try last.before(box.fix(285).sampleTime)?.sampleTime == box.fix(284).sampleTime)
        #expect(try last.before(box.fix(3000).sampleTime)?.sampleTime == box.fix(289).sampleTime)
        #expect(try last.before(box.fix(0).sampleTime) == nil)
    }

    @Test func whoMayNotReadTheFilterHearsOfNoFixThatIsMissing() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .timeBased, faults: Tracker.closed)
        try box.store(100)
        try box.deliver(0..<100)
        try tracker.receive(box, 0..<100)
        let answer = try box.run(HistoryCommand.self, ["--compare", "--json"], set: tracker.settings)
        let counts = try JSONReader().read(Array(answer.utf8))
        #expect(counts["stored"]?.integer == 4 && counts["unknown"]?.integer == 96)
        #expect(counts["missing"]?.integer == 0 && counts["filtered"]?.integer == 0)
        #expect(box.code == .success)
    }
}
