import Foundation
import JSON
import LocalTracker
import Outbox
import Positioning
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

@Suite(.timeLimit(.minutes(10))) struct CheckTests {
    /// The kernel's clocks, for whose time nobody vouches.
    private struct UnsetClock: MachineClock {
        private let clock = SystemClock()
        var bootTime: BootTime { clock.bootTime }
        var civilTime: UTCTime { UTCTime(milliseconds: 0) }
        var isSynchronised: Bool { false }
        var bootID: String { clock.bootID }
    }

    private func check(_ box: Box, _ arguments: [String] = [], set: [String]) throws -> [String: JSONValue] {
        let closed = LoopbackSocket(listens: false)
        let settings = ["receiver.port=\(closed.port)", "receiver.host=127.0.0.1"] + set
        let answer = try box.run(CheckCommand.self, ["--json"] + arguments, set: settings)
        var findings: [String: JSONValue] = [:]
        for finding in try JSONReader().read(Array(answer.utf8))["findings"]?.array ?? [] {
            if let subject = finding["subject"]?.string { findings[subject] = findings[subject] ?? finding }
        }
        return findings
    }

    private let good = ["device.id=x", "tracker.name=t", "tracker.region=eu-central-1"]

    @Test func missingSettingsComeFirstAndTellWhereToWriteThem() throws {
        let box = try Box()
        let text = try box.run(CheckCommand.self)
        #expect(text.hasPrefix("failure   settings: device.id: required, but not set;"))
        // Folded by words, wherever the lines end.
        let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        let file = box.directory.file("no.conf.d/box.conf")
        #expect(words.contains("-> write it into \(file) under [tracker]: name = ..."))
        #expect(box.code == .configuration)
    }

    @Test func anErrorBoundBesidesAnIntervalIsTwoRules() throws {
        let box = try Box()
        func isOdd(_ set: [String]) throws -> Bool {
            let text = try box.run(CheckCommand.self, set: good + ["receiver.host=127.0.0.1", "receiver.port=1"] + set)
            return text.contains("warning   settings: sampling.interval is on and keeps fixes besides")
        }
        #expect(try isOdd(["sampling.max-error=10m"]))
        #expect(try !isOdd(["sampling.max-error=10m", "sampling.interval=off"]))
        #expect(try !isOdd([]))
    }

    @Test func aBoxWithoutANameIsToldOfItsReceiverAndItsFilesAllTheSame() throws {
        let findings = try check(Box(), set: [])
        #expect(findings["settings"]?["result"]?.string == "failure")
        #expect(findings["gpsd"]?["message"]?.string?.contains("refused the connection") == true)
        #expect(findings["files"] != nil)
        #expect(findings["credentials"] == nil)
    }

    @Test func whatIsMissingComesInTheOrderInWhichOneMendsIt() throws {
        let box = try Box()
        let tracker = try Tracker(box, .none)
        let closed = LoopbackSocket(listens: false)
        let text = try box.run(
            CheckCommand.self, ["--online", "--json"], set: tracker.settings + ["receiver.port=\(closed.port)"])
        let subjects = try JSONReader().read(Array(text.utf8))["findings"]?.array?.compactMap { $0["subject"]?.string }
        #expect(
            subjects == [
                "settings", "gpsd", "clock", "files", "files", "credentials", "service", "tracker", "filter", "agent",
                "uploader",
            ])
    }

    @Test func withoutCredentialsTheTrackerIsNotAsked() throws {
        let box = try Box()
        let findings = try check(
            box, ["--online"], set: good + ["credentials.source=profile", "credentials.file=/nowhere/credentials"])
        #expect(findings["credentials"]?["result"]?.string == "failure")
        #expect(findings["credentials"]?["advice"]?.string?.contains("waypost.conf") == true)
        #expect(findings["tracker"] == nil)
    }

    @Test func credentialsThatSystemdHasNotHandedOverYetAreLookedAtWhereTheyLie() throws {
        let box = try Box()
        let settings = good + ["credentials.source=profile", "credentials.file=%d/aws_mine"]
        #expect(try check(box, set: settings)["credentials"]?["result"]?.string == "failure")
        let folder = box.directory.file("etc/waypost/credentials.d")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try TextFile.replace(
            folder + "/mine", with: "[default]\naws_access_key_id = A\naws_secret_access_key = b\n", mode: 0o600)
        #expect(try check(box, set: settings)["credentials"]?["result"]?.string == "ok")
    }

    @Test func aHoldIsAFailureWithWhatEndsIt() throws {
        let box = try Box()
        let uploader = try Answering(box.uploader + "/control") { _ in
            #"{"state":"held","hold":"tracker","last_error":"Tracker not found: fleet.","next_in_ms":45000}"#
        }
        let finding = try #require(try check(box, set: good)["uploader"])
        #expect(finding["result"]?.string == "failure")
        #expect(finding["message"]?.string == "held (tracker), goes on in 45 s: Tracker not found: fleet.")
        #expect(
            finding["advice"]?.string
                == "Check tracker.name and tracker.region, or create the tracker. Then: service waypost-uploader restart"
        )
        withExtendedLifetime(uploader) {}
    }

    @Test func aDaemonThatHangsIsAFailure() throws {
        let box = try Box()
        box.patience = 100
        let server = try ControlServer(program: "waypost-agent", path: box.agent + "/control") { _ in nil }
        try TextFile.replace(box.agent + "/state.json", with: #"{"state":"recording"}"#)
        let finding = try #require(try check(box, set: good)["agent"])
        #expect(finding["result"]?.string == "failure")
        #expect(finding["message"]?.string?.contains("waypost-agent did not answer") == true)
        #expect(finding["advice"]?.string == "service waypost-agent restart")
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [
        (#"{"state":"recording","problem":"The disk is full."}"#, "failure", "recording: The disk is full."),
        (#"{"state":"paused","problem":"The disk is full."}"#, "failure", "paused: The disk is full."),
        (#"{"state":"no-gpsd","problem":"gpsd refused."}"#, "failure", "no-gpsd: gpsd refused."),
        (#"{"state":"no-receiver","problem":null}"#, "warning", "no-receiver: nothing is recorded"),
        (#"{"state":"no-fix","problem":null}"#, "warning", "no-fix: nothing is recorded"),
        (#"{"state":"no-time","problem":null}"#, "warning", "no-time: nothing is recorded"),
        (#"{"state":"paused","problem":null}"#, "warning", "recording is paused by the operator"),
        (#"{"state":"recording","problem":null}"#, "ok", "recording"),
    ])
    func anAgentThatRecordsNothingIsNotOK(_ state: String, _ result: String, _ message: String) throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { _ in state }
        let finding = try #require(try check(box, set: good)["agent"])
        #expect(finding["result"]?.string == result && finding["message"]?.string == message)
        withExtendedLifetime(agent) {}
    }

    @Test(arguments: [("unsaved", "failure"), ("back-off", "warning")])
    func anUploaderThatCannotWriteIsAFailureAndOneThatTriesAgainIsNot(_ state: String, _ result: String) throws {
        let box = try Box()
        let uploader = try Answering(box.uploader + "/control") { _ in
            #"{"state":"\#(state)","last_error":"The disk is full."}"#
        }
        #expect(try check(box, set: good)["uploader"]?["result"]?.string == result)
        withExtendedLifetime(uploader) {}
    }

    @Test func aStoreThatIsDamagedIsAFailure() throws {
        let box = try Box()
        try TextFile.replace(box.outbox, with: String(repeating: "no database ", count: 400))
        #expect(try check(box, set: good)["store"]?["result"]?.string == "failure")
    }

    @Test func eachDaemonIsAskedOnce() throws {
        let box = try Box()
        try FileManager.default.createDirectory(
            atPath: box.directory.file("metrics"), withIntermediateDirectories: false)
        let asked = box.directory.file("asked")
        let agent = try Answering(box.agent + "/control") { _ in
            try? TextFile.replace(asked, with: ((try? TextFile.read(asked)) ?? "") + "x")
            return #"{"state":"recording"}"#
        }
        _ = try check(box, set: good + ["runtime.metrics=\(box.directory.file("metrics"))"])
        #expect(try TextFile.read(asked) == "x")
        withExtendedLifetime(agent) {}
    }

    @Test func noPlaceIsToldWhileRecordingIsPaused() throws {
        let box = try Box()
        let gpsd = SmallGPSD.withFix()
        let agent = try Answering(box.agent + "/control") { _ in #"{"state":"paused"}"# }
        let source = SettingsSource(
            overrides: box.settings + ["receiver.port=\(gpsd.port)"], defaultFile: "/nonexistent")
        let options = try CheckCommand.parser.options()
        var invocation = Invocation(options: options, source: source, clock: SystemClock())
        invocation.patience = box.patience
        let findings = try CheckCommand.findings(SettingsCheck(invocation), invocation)
        #expect(findings.contains { $0.subject == "receiver" && $0.result == .ok })
        #expect(!findings.contains { $0.message.contains("47.37") })
        withExtendedLifetime(agent) {}
    }

    /// As each box in a garage does.
    @Test func aReceiverWithoutSkyIsNothingThatIsWrong() throws {
        let box = try Box()
        for directory in ["outbox", "delivery"] { chmod(box.directory.file(directory), 0o2750) }
        let gpsd = SmallGPSD { _ in #"{"class":"TPV","device":"/dev/ttyS0","mode":1}"# }
        let agent = try Answering(box.agent + "/control") { _ in #"{"state":"no-fix"}"# }
        let uploader = try Answering(box.uploader + "/control") { _ in #"{"state":"idle"}"# }
        let receiver = ["receiver.host=127.0.0.1", "receiver.port=\(gpsd.port)"]
        let text = try box.run(CheckCommand.self, ["--json"], set: good + receiver, clock: SystemClock())
        #expect(box.code == .success, "\(text)")
        #expect(text.contains(#"{"ok":true,"#) && text.contains("the receiver talks and has no position"))
        withExtendedLifetime((agent, uploader)) {}
    }

    @Test func credentialsThatOnlyTheUnitHasAreNoFailureWhileTheUploaderDelivers() throws {
        let box = try Box()
        box.environment = [:]
        let set = good + ["credentials.source=environment"]
        let said = box.directory.file("said")
        let uploader = try Answering(box.uploader + "/control") { _ in try? TextFile.read(said) }
        func look(_ state: String, _ arguments: [String] = []) throws -> JSONValue? {
            try TextFile.replace(said, with: state)
            return try check(box, arguments, set: set)["credentials"]
        }
        let delivering = #"{"state":"idle","last_success":"2026-11-30T06:00:00.000Z"}"#
        let offline = try look(delivering)
        #expect(offline?["result"]?.string == "note")
        #expect(offline?["message"]?.string == "the service has credentials of its own environment")
        let online = try look(delivering, ["--online"])
        #expect(online?["result"]?.string == "warning")
        #expect(online?["message"]?.string?.hasSuffix("so the tracker is not asked") == true)
        for state in [
            #"{"state":"idle","last_success":null}"#,
            #"{"state":"held","hold":"credentials","last_success":"2026-11-30T06:00:00.000Z"}"#,
        ] {
            let finding = try look(state)
            #expect(finding?["result"]?.string == "failure")
            #expect(finding?["advice"]?.string?.contains("Unless its unit sets AWS_ACCESS_KEY_ID") == true)
        }
        // Those of who calls are tried all the same, and no warning.
        box.environment = ["AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "secret"]
        let callers = try look(delivering)
        #expect(callers?["result"]?.string == "note")
        #expect(callers?["message"]?.string?.hasSuffix("which is yours: the service has some of its own") == true)
        withExtendedLifetime(uploader) {}
    }

    @Test func metricsThatAreWantedAndNotWrittenAreNoticed() throws {
        let box = try Box()
        let metrics = box.directory.file("metrics")
        let settings = good + ["runtime.metrics=\(metrics)"]
        #expect(try check(box, set: settings)["metrics"]?["message"]?.string == "\(metrics) does not exist")
        try FileManager.default.createDirectory(atPath: metrics, withIntermediateDirectories: false)
        #expect(try check(box, set: settings)["metrics"] == nil)
        let agent = try Answering(box.agent + "/control") { _ in #"{"state":"recording"}"# }
        let silent = try #require(try check(box, set: settings)["metrics"])
        #expect(silent["message"]?.string == "waypost-agent put none into \(metrics)")
        #expect(silent["advice"]?.string?.contains("service waypost-agent restart") == true)
        try TextFile.replace(metrics + "/waypost-agent.prom", with: "")
        box.clock.civilTime = SystemClock().civilTime
        #expect(try check(box, set: settings)["metrics"]?["result"]?.string == "ok")
        box.clock.civilTime = SystemClock().civilTime.advanced(by: 1_000_000)
        #expect(try check(box, set: settings)["metrics"]?["result"]?.string == "warning")
        withExtendedLifetime(agent) {}
    }

    @Test func aBoxWithoutGPSDAndDaemonsIsToldWhatToDo() throws {
        let box = try Box()
        let findings = try check(box, set: good)
        #expect(findings["settings"]?["result"]?.string == "ok")
        #expect(findings["gpsd"]?["message"]?.string?.contains("refused the connection") == true)
        #expect(findings["gpsd"]?["advice"]?.string?.contains("service gpsd start") == true)
        #expect(findings["agent"]?["advice"]?.string?.contains("service waypost-agent start") == true)
        #expect(findings["credentials"]?["result"]?.string == "warning")
        #expect(findings["clock"]?["result"]?.string == "warning")
        #expect(box.code == .failure)
    }

    @Test func aDirectoryThatOthersMayWriteIsAFailure() throws {
        let box = try Box()
        chmod(box.directory.file("outbox"), 0o2770)
        let files = try #require(try check(box, set: good)["files"])
        #expect(files["result"]?.string == "failure")
        #expect(files["advice"]?.string == "chmod 2750 \(box.directory.file("outbox"))")
    }

    @Test func aMissingDirectoryIsAFailureWithTheCommandThatMakesIt() throws {
        let box = try Box()
        let settings = good + ["outbox.path=\(box.directory.file("nowhere"))/outbox.db"]
        let files = try #require(try check(box, set: settings)["files"])
        #expect(files["advice"]?.string?.contains("install -d -o waypost-agent -g waypost -m 2750") == true)
    }

    @Test func credentialsThatOthersMayReadAreAFailure() throws {
        let box = try Box()
        let file = box.directory.file("credentials")
        try TextFile.replace(file, with: "[default]\n", mode: 0o644)
        let findings = try check(box, set: good + ["credentials.file=\(file)"])
        #expect(findings["credentials"]?["advice"]?.string == "chmod 600 \(file)")
    }

    @Test func theFilterOfTheTrackerIsHeldAgainstWhatIsKept() throws {
        let box = try Box()
        let tracker = try Tracker(box, .timeBased)
        try box.store(60)
        let findings = try check(box, ["--online"], set: tracker.settings + ["sampling.interval=1s"])
        #expect(findings["tracker"]?["result"]?.string == "ok")
        #expect(
            findings["filter"]?["message"]?.string
                == "TimeBased stores one position per 30 s; of the last 60 fixes kept about 97 %, paid for all the same, "
                + "are not stored")
        #expect(findings["filter"]?["advice"]?.string?.hasSuffix("fixes: sampling.interval = 30s") == true)
    }

    /// Settings, the filter, and what is to be said in the end of its advice.
    private static let fewer: [([String], LocalTracker.PositionFiltering, String)] = [
        (["distance=10m"], .timeBased, ", or keep fewer fixes: sampling.distance = off"),
        (
            ["interval=1s", "turn=20deg"], .timeBased,
            ", or keep fewer fixes: sampling.interval = 30s, sampling.turn = off"
        ),
        (["distance=10m", "keep-when=all"], .timeBased, "; your settings of now keep fewer than those fixes show"),
        (["heartbeat=10s"], .timeBased, ", or keep fewer fixes: sampling.heartbeat = 5min"),
        ([], .timeBased, "; your settings of now keep fewer than those fixes show"),
        ([], .distanceBased, ", or keep fewer fixes: sampling.distance = 30m, sampling.interval = off"),
    ]

    @Test(arguments: fewer)
    func theRemedyIsWhatTheSettingsDoNotHaveYet(
        _ rules: [String], _ filtering: LocalTracker.PositionFiltering, _ end: String
    ) throws {
        let box = try Box()
        let tracker = try Tracker(box, filtering)
        try box.store(60)
        let filter = try check(box, ["--online"], set: tracker.settings + rules.map { "sampling.\($0)" })["filter"]
        #expect(
            filter?["advice"]?.string
                == "aws location update-tracker --tracker-name fleet --position-filtering AccuracyBased" + end)
    }

    @Test func aTrackerThatFiltersByAccuracyIsNotToBecomeOne() throws {
        let box = try Box()
        let tracker = try Tracker(box, .accuracyBased)
        // A vehicle that stands: 3 m of error, and the same place.
        let writer = try box.writer()
        let fixes = (0..<60).map { index in
            var fix = box.fix(index)
            fix.coordinate = box.fix(0).coordinate
            return fix
        }
        var tally = Tally()
        tally.received = 60
        try writer.commit(fixes, tally)
        let filter = try check(box, ["--online"], set: tracker.settings)["filter"]
        #expect(filter?["message"]?.string?.contains("of the last 60 fixes kept about 98 %") == true)
        #expect(filter?["advice"]?.string?.contains("update-tracker") == false)
        #expect(filter?["advice"]?.string?.contains("sampling.heartbeat") == true)
    }

    @Test func settingsAreHeldAgainstTheFilterBeforeThereAreFixes() throws {
        let box = try Box()
        let tracker = try Tracker(box, .timeBased)
        let filter = try check(box, ["--online"], set: tracker.settings + ["sampling.interval=10s"])["filter"]
        #expect(filter?["message"]?.string?.contains("; with your settings about 67 %") == true)
        // Every other one is late enough.
        let slower = try check(box, ["--online"], set: tracker.settings + ["sampling.interval=20s"])["filter"]
        #expect(slower?["message"]?.string?.contains("; with your settings about 50 %") == true)
    }

    @Test(arguments: [
        ["distance=10m"], ["max-error=10m"], ["interval=1s", "distance=1km", "keep-when=all"], ["heartbeat=10s"],
    ])
    func ofSettingsInWhichMoreThanTheIntervalDecidesNothingIsToldBeforeThereAreFixes(_ rules: [String]) throws {
        let box = try Box()
        let tracker = try Tracker(box, .timeBased)
        let filter = try check(box, ["--online"], set: tracker.settings + rules.map { "sampling.\($0)" })["filter"]
        #expect(filter?["result"]?.string == "note")
        #expect(filter?["message"]?.string?.hasSuffix("there are no fixes yet to try it on") == true)
    }

    @Test(arguments: ["outbox.path=~/outbox.db", "credentials.file=~/keys"])
    func aSettingWithAHomeIsWrongForAServiceWhoeverLooks(_ setting: String) throws {
        let box = try Box()
        box.home = box.directory.file("home")
        let settings = try #require(try check(box, set: good + [setting])["settings"])
        #expect(settings["result"]?.string == "failure")
        #expect(settings["message"]?.string?.contains("a service has no home") == true)
        #expect(box.code == .configuration)
        let status = try box.run(StatusCommand.self, ["--json"], set: good + [setting])
        let name = try #require(setting.split(separator: "=").first)
        #expect(status.contains("its settings keep it from starting (\(name))"))
    }

    @Test func theAgentIsHandedNoFiles() throws {
        let box = try Box()
        let settings = try check(box, set: good + ["outbox.path=%d/aws_outbox.db"])["settings"]
        #expect(settings?["message"]?.string?.contains("$CREDENTIALS_DIRECTORY is not set") == true)
    }

    @Test func certificatesThatSystemdHasNotHandedOverYetAreTakenFromWhereTheyLie() throws {
        let box = try Box()
        let closed = LoopbackSocket(listens: true)
        let settings = [
            "device.id=x", "tracker.name=t", "tracker.endpoint=https://127.0.0.1:\(closed.port)",
            "tracker.ca-file=%d/aws_ca.pem",
        ]
        // What is no certificate is refused by its name.
        let file = box.directory.file("etc/waypost/credentials.d/ca.pem")
        let tracker = try check(box, ["--online"], set: settings)["tracker"]
        #expect(tracker?["message"]?.string?.contains(file) == true)
        #expect {
            try box.run(HistoryCommand.self, set: settings)
        } throws: { error in
            (error as? OperatorError)?.description.contains(file) == true
        }
    }

    @Test func ofAFilterThatIsNotKnownNoShareIsTold() {
        let filter = TrackerFilter(filtering: .other("SpeedBased"))
        #expect(!filter.isKnown)
        #expect(filter.rule == "the filter SpeedBased is not known to this version")
        let place = PlaceInTime(
            Fix(sampleTime: UTCTime(milliseconds: 0), received: .init(milliseconds: 0), mode: .threeD, coordinate: nil))
        #expect(filter.stores(place, after: place) == nil)
    }

    @Test func guestsWhoMayNotDescribeTheTrackerHearThatItIsThereAndWhatCannotBeRead() throws {
        let box = try Box()
        let tracker = try Tracker(box, .accuracyBased, faults: Tracker.closed)
        let findings = try check(box, ["--online"], set: tracker.settings)
        #expect(findings["tracker"]?["result"]?.string == "ok")
        #expect(findings["filter"]?["result"]?.string == "note")
        #expect(findings["filter"]?["message"]?.string?.hasPrefix("it cannot be read with these credentials") == true)
        let other = try check(box, ["--online"], set: tracker.settings + ["tracker.name=other"])
        #expect(other["tracker"]?["result"]?.string == "failure")
    }

    @Test func aReceiverWithAFixVouchesForTheTimeBeforeTheAgentRuns() throws {
        let box = try Box()
        let gpsd = SmallGPSD.withFix()
        let source = SettingsSource(
            overrides: box.settings + ["receiver.port=\(gpsd.port)"], defaultFile: "/nonexistent")
        let options = try CheckCommand.parser.options()
        let invocation = Invocation(options: options, source: source, clock: UnsetClock())
        let findings = try CheckCommand.findings(SettingsCheck(invocation), invocation).filter { $0.subject == "clock" }
        #expect(findings.map(\.result) == [.ok] && findings[0].message.hasPrefix("the receiver's time, 20"))
    }

    @Test func aTrackerThatDoesNotExistIsAFailureWithAdvice() throws {
        let box = try Box()
        let tracker = try Tracker(box, .none)
        let findings = try check(box, ["--online"], set: tracker.settings + ["tracker.name=other"])
        #expect(findings["tracker"]?["result"]?.string == "failure")
        #expect(findings["tracker"]?["advice"]?.string?.contains("tracker.name") == true)
    }

    @Test func aClockThatIsOffIsNoticedAndDoesNotKeepTheCheckFromAnAnswer() throws {
        let box = try Box()
        let tracker = try Tracker(box, .none)
        box.clock.civilTime = SystemClock().civilTime.advanced(by: -86_400_000 * 365)
        let findings = try check(box, ["--online"], set: tracker.settings)
        #expect(findings["tracker"]?["result"]?.string == "ok")
        #expect(findings["service"]?["message"]?.string?.contains("365 d behind") == true)
    }
}
