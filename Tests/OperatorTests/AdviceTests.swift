import AmazonLocation
import Delivery
import Foundation
import Outbox
import Positioning
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

/// An error says what to do next, in the words of the machine it happens on.
@Suite(.timeLimit(.minutes(10))) struct AdviceTests {
    private let good = ["device.id=x", "tracker.name=t", "tracker.region=eu-central-1"]

    /// Words, wherever the lines end.
    private func words(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    private func makeDirectory(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    @Test func aStoppedAgentIsStartedInTheWordsOfTheMachine() throws {
        let box = try Box()
        let scripts = words(try box.run(StatusCommand.self, set: good))
        #expect(scripts.contains("start it with: service waypost-agent start"))
        let gpsd = ["receiver.host=127.0.0.1", "receiver.port=1"]
        let clock = words(try box.run(CheckCommand.self, set: good + gpsd))
        #expect(clock.contains("run a time service: apt install chrony"))
        try makeDirectory(box.directory.file("run/systemd/system"))
        let systemd = words(try box.run(StatusCommand.self, set: good))
        #expect(systemd.contains("start it with: systemctl start waypost-agent"))
        let check = words(try box.run(CheckCommand.self, set: good + gpsd))
        #expect(check.contains("run a time service: timedatectl set-ntp true"))
        #expect(check.contains("-> systemctl enable --now waypost-agent; if it ends at once: journalctl -u waypost-"))
    }

    /// A flush reads no settings; what lies with the service needs no more.
    @Test(arguments: HoldReason.allCases)
    func aHoldEndsWithWhatHasTheUploaderNoticeTheMend(_ reason: HoldReason) throws {
        let box = try Box()
        let hold = #"{"state":"held","hold":"\#(reason.rawValue)","last_error":"no"}"#
        let uploader = try Answering(box.uploader + "/control") { _ in hold }
        let next: (scripts: String, systemd: String) =
            switch reason {
            case .permission, .account, .clock: ("waypost flush", "waypost flush")
            case .credentials, .tracker, .trust, .impostor, .request:
                ("service waypost-uploader restart", "systemctl restart waypost-uploader")
            case .refusedAlike:
                (
                    "service waypost-agent restart; service waypost-uploader restart",
                    "systemctl restart waypost-agent waypost-uploader"
                )
            }
        let gpsd = ["receiver.host=127.0.0.1", "receiver.port=1"]
        func isSaid(_ next: String) throws {
            let remedy = "\(reason.advice) Then: \(next)"
            #expect(words(try box.run(StatusCommand.self, set: good)).contains("To do \(remedy) "))
            #expect(words(try box.run(CheckCommand.self, set: good + gpsd)).contains("-> \(remedy)"))
        }
        try isSaid(next.scripts)
        try makeDirectory(box.directory.file("run/systemd/system"))
        try isSaid(next.systemd)
        withExtendedLifetime(uploader) {}
    }

    @Test func whatWouldNotStartIsNotToBeStarted() throws {
        let box = try Box()
        let text = words(try box.run(StatusCommand.self, set: ["tracker.name=t"]))
        #expect(!text.contains("start it with"))
        #expect(text.contains("waypost-agent is not running, and its settings keep it from starting (device.id):"))
        #expect(text.contains("keep it from starting (tracker.region): waypost check says what to write, and where"))
    }

    /// Root may read it, and the daemons may not.
    @Test func settingsThatTheDaemonsMayNotReadAreOpened() throws {
        let box = try Box()
        box.serviceUser = "nobody"
        let gpsd = ["receiver.host=127.0.0.1", "receiver.port=1"]
        let (file, folder) = (box.directory.file("no.conf.d/box.conf"), box.directory.file("no.conf.d"))
        try makeDirectory(folder)
        chmod(folder, 0o755)
        try TextFile.replace(file, with: "[device]\nid = x\n", mode: 0o600)
        let status = words(try box.run(StatusCommand.self, set: good))
        let cause = "its settings keep it from starting (nobody may not read \(file)): chmod 644 \(file)"
        #expect(status.replacing(" ", with: "").contains(cause.replacing(" ", with: "")))
        let check = words(try box.run(CheckCommand.self, set: good + gpsd))
        #expect(box.code == .configuration)
        #expect(check.replacing(" ", with: "").contains("maynotread\(file)->chmod644\(file)"))
        chmod(file, 0o644)
        chmod(folder, 0o700)
        #expect(words(try box.run(CheckCommand.self, set: good + gpsd)).contains("chmod 755"))
        chmod(folder, 0o755)
        _ = try box.run(CheckCommand.self, set: good + gpsd)
        #expect(box.code == .failure)
        #expect(!words(try box.run(StatusCommand.self, set: good)).contains("settings keep it"))
    }

    @Test func aSettingThatIsMissingComesWithThePlaceWhereOneWritesIt() throws {
        let box = try Box()
        let file = box.directory.file("mine.conf")
        try TextFile.replace(file, with: "[device]\nid = x\n")
        let source = SettingsSource(files: [file])
        do throws(SettingsError) {
            _ = try source.load(TrackerSection.self)
            Issue.record("a tracker without a name is understood")
        } catch {
            let first = error.description.split(separator: "\n")[0]
            #expect(first.hasPrefix("tracker.name: required, but not set;"))
            #expect(first.hasSuffix("; write it into \(file) under [tracker]: name = ..."))
        }
    }

    @Test func theTrackerIsAskedWithFilesThatNobodyHasHandedOverYet() throws {
        let box = try Box(start: UTCTime(milliseconds: SystemClock().civilTime.milliseconds - 3_600_000))
        let tracker = try Tracker(box, .none)
        try tracker.receive(box, 0..<3)
        let folder = box.directory.file("etc/waypost/credentials.d")
        try makeDirectory(folder)
        try TextFile.replace(
            folder + "/mine", with: "[default]\naws_access_key_id = test\naws_secret_access_key = secret\n", mode: 0o600
        )
        let settings = tracker.settings + ["credentials.source=profile", "credentials.file=%d/aws_mine"]
        #expect(try box.run(HistoryCommand.self, set: settings).split(separator: "\n").count == 3)
    }

    private func failure(_ box: Box, _ command: any Command.Type, _ arguments: [String] = [], set: [String]) -> String?
    {
        do {
            _ = try box.run(command, arguments, set: set)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func historyOfATrackerThatDoesNotExistTellsWhichSettingsNameIt() throws {
        let box = try Box()
        let tracker = try Tracker(box, .none)
        let said = try #require(failure(box, HistoryCommand.self, set: tracker.settings + ["tracker.name=other"]))
        #expect(said.contains("Tracker not found: other; check tracker.name and tracker.region"))
        let nobody = try #require(
            failure(
                box, HistoryCommand.self,
                set: tracker.settings + ["credentials.source=profile", "credentials.file=/nowhere/credentials"]))
        #expect(nobody.contains("No such file or directory; man waypost.conf, CREDENTIALS"))
    }

    @Test func aRefusedClockIsNoMatterOfKeys() {
        let refusal = ServiceError(status: 403, code: "RequestTimeTooSkewed", message: "Signature expired")
        let error = OperatorError(CallFailure.service(refusal))
        #expect(error.exitCode == .temporaryFailure && !error.isDenied)
        #expect(error.advice == "set the clock of this box")
        #expect(OperatorError(CallFailure.service(ServiceError(status: 403, code: "", message: ""))).isDenied)
    }

    @Test func aDamagedOutboxIsSavedByAStart() throws {
        let box = try Box()
        try TextFile.replace(box.outbox, with: String(repeating: "no database ", count: 400))
        let said = try #require(failure(box, ExportCommand.self, ["--format", "csv"], set: []))
        #expect(said.contains("waypost-agent saves what is readable of it into a new file when it starts:"))
        #expect(said.hasSuffix(InitSystem().restart(["waypost-agent"])))
    }
}
