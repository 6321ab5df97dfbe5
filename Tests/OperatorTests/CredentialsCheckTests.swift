import Foundation
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

/// What `waypost check` says of credentials: whether the service will have them, without asking anybody for them.
@Suite(.timeLimit(.minutes(10))) struct CredentialsCheckTests {
    private static let keys = "[default]\naws_access_key_id = A\naws_secret_access_key = b\n"

    private func look(
        _ box: Box, _ arguments: [String] = [], files: [String] = [], set: [String] = [],
        environment: [String: String] = [:], user: String? = nil
    ) throws -> (check: CredentialsCheck, invocation: Invocation) {
        let options = try CheckCommand.parser.options(arguments)
        let file = box.directory.file("no.conf")
        let source = SettingsSource(files: files, overrides: set, defaultFile: file)
        var invocation = Invocation(options: options, source: source, clock: box.clock)
        invocation.root = box.directory.path
        invocation.home = box.home
        invocation.variable = { environment[$0] }
        if let user { invocation.user = { _ in user } }
        let section = try invocation.load(CredentialsSection.self)
        return (CredentialsCheck(section, invocation, serviceDelivers: false), invocation)
    }

    private static let shell = ["AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "secret"]

    @Test func theEnvironmentOfTheShellIsNotThatOfTheService() throws {
        let found = try look(try Box(), environment: Self.shell).check
        #expect(found.findings.map(\.result) == [.warning])
        #expect(
            found.findings[0].message
                == "from the environment, which is that of your shell: the service does not have it, unless its unit sets it"
        )
        #expect(found.variable("AWS_ACCESS_KEY_ID") == "test")
    }

    @Test func whatTheServiceHasGoesBeforeWhatTheShellHas() throws {
        let box = try Box()
        let found = try look(
            box, set: ["credentials.identity-pool=\(Tracker.pool)"], environment: Self.shell
        ).check
        #expect(found.findings.map(\.result) == [.note])
        #expect(found.findings[0].message.hasPrefix("from a guest of the Cognito identity pool eu-central-1:"))
        #expect(found.variable("AWS_ACCESS_KEY_ID") == nil)
    }

    @Test func theServiceSeesNoHomes() throws {
        let box = try Box()
        box.home = box.directory.file("home")
        try FileManager.default.createDirectory(
            atPath: box.directory.file("home/.aws"), withIntermediateDirectories: true)
        try TextFile.replace(box.directory.file("home/.aws/credentials"), with: Self.keys, mode: 0o600)
        for set in [[String](), ["credentials.source=profile"]] {
            let found = try look(box, set: set).check
            #expect(found.findings.map(\.result) == [.warning])
            #expect(found.findings[0].message.hasSuffix(", which is yours: the service sees no homes"))
        }
    }

    @Test func offlineNoProgramIsStarted() throws {
        let box = try Box()
        let (program, mark) = (box.directory.file("keys"), box.directory.file("started"))
        try TextFile.replace(program, with: "#!/bin/sh\ntouch \(mark)\n", mode: 0o700)
        let profile = box.directory.file("profile")
        try TextFile.replace(profile, with: "[default]\ncredential_process = \(program) x\n", mode: 0o600)
        for set in [["credentials.command=\(program) x"], ["credentials.file=\(profile)"]] {
            let found = try look(box, set: set).check
            #expect(found.findings.map(\.result) == [.note])
            #expect(found.findings[0].message == "from the program \(program), which waypost check --online runs")
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        chmod(program, 0o600)
        let closed = try look(box, set: ["credentials.command=\(program)"]).check
        #expect(closed.findings.map(\.result) == [.failure] && closed.section == nil)
        let absent = try look(box, set: ["credentials.command=no-such-program"]).check
        #expect(absent.findings.map(\.result) == [.failure])
    }

    @Test func keysThatAreThereAreTriedOnline() throws {
        let box = try Box()
        let file = box.directory.file("keys")
        try TextFile.replace(file, with: Self.keys, mode: 0o600)
        let found = try look(box, set: ["credentials.file=\(file)"]).check.findings
        let finding = try #require(found.last)
        #expect(finding.result == .ok && finding.message.hasSuffix("; waypost check --online tries them"))
    }

    @Test func aCertificateThatIsNotThereIsAFailure() throws {
        let settings = [
            "credentials.iot-endpoint=c1.credentials.iot.eu-central-1.amazonaws.com", "credentials.role-alias=fleet",
            "credentials.certificate=/nowhere/device.crt", "credentials.key=/nowhere/device.key",
        ]
        let found = try look(try Box(), set: settings).check
        #expect(found.findings.map(\.result) == [.failure])
        #expect(found.findings[0].message == "/nowhere/device.crt does not exist")
    }

    @Test func aFileThatTheServiceCannotReadIsAFailure() throws {
        let box = try Box()
        let file = box.directory.file("device.key")
        try TextFile.replace(file, with: "", mode: 0o600)
        var facts = try FileFacts(file)
        facts.owner = "root"
        func fault(for user: String) -> Finding? {
            CredentialsCheck.fault(of: file, facts, isSecret: true, for: user)
        }
        let found = try #require(fault(for: "nobody"))
        #expect(found.result == .failure && found.message == "nobody may not read \(file), which belongs to root")
        #expect(found.advice?.hasSuffix("call it %d/aws_device.key in the settings") == true)
        #expect(fault(for: "root") == nil)
        #expect(fault(for: "nobody-of-that-name") == nil)
    }

    /// Mode, whether the group is the service's, whether the file is secret; what is to be said, and whether a chmod is the
    /// advice where the file is the service's own.
    private static let modes: [(mode_t, Bool, Bool, Finding.Result?)] = [
        (0o644, false, false, nil), (0o640, true, false, nil), (0o640, false, false, .failure),
        (0o600, false, false, .failure), (0o640, true, true, .warning), (0o640, false, true, .failure),
        (0o644, false, true, .failure), (0o660, true, true, .failure), (0o600, true, true, .failure),
    ]

    @Test(arguments: modes)
    func aFileThatTheServiceIsLetIntoIsNotToBeClosedToIt(
        _ mode: mode_t, _ isGroups: Bool, _ isSecret: Bool, _ result: Finding.Result?
    ) throws {
        let file = try Box().directory.file("device.pem")
        var facts = try FileFacts("/")
        (facts.mode, facts.owner) = (mode, "somebody")
        let nobody = try #require(getpwnam("nobody"))
        let group = try #require(getgrgid(nobody.pointee.pw_gid))
        facts.group = isGroups ? String(cString: group.pointee.gr_name) : "others"
        let found = CredentialsCheck.fault(of: file, facts, isSecret: isSecret, for: "nobody")
        #expect(found?.result == result)
        #expect(found?.advice?.contains("chmod") != true)
        // Its own file, or one at home, is closed where it lies.
        facts.owner = "nobody"
        for user in ["nobody", nil] as [String?] {
            let own = CredentialsCheck.fault(of: file, facts, isSecret: isSecret, for: user)
            #expect(own?.advice == (isSecret && mode & 0o077 != 0 ? "chmod 600 \(file)" : nil))
        }
    }

    @Test func aCertificateThatEverybodyMayReadIsNoSecret() throws {
        let box = try Box()
        let (certificate, key) = (box.directory.file("device.crt"), box.directory.file("device.key"))
        for file in [certificate, key] { try TextFile.replace(file, with: "", mode: 0o644) }
        let set = [
            "credentials.iot-endpoint=c1.credentials.iot.eu-central-1.amazonaws.com", "credentials.role-alias=fleet",
            "credentials.certificate=\(certificate)", "credentials.key=\(key)",
        ]
        let found = try look(box, set: set, user: "nobody").check.findings
        #expect(found.map(\.result) == [.failure, .note])
        #expect(found[0].message.hasSuffix("may read \(key)"))
        #expect(found[0].advice?.hasPrefix("put it into /etc/waypost/credentials.d") == true)
    }

    @Test func onlineTheRealFetchIsTold() throws {
        let box = try Box()
        box.environment = [:]
        box.clock.stopped = nil
        let tracker = try Tracker(box, .accuracyBased)
        let program = box.directory.file("keys")
        try TextFile.replace(
            program,
            with: "#!/bin/sh\necho '{\"Version\": 1, \"AccessKeyId\": \"A\", \"SecretAccessKey\": \"b\"}'\n",
            mode: 0o700)
        let settings =
            tracker.settings + ["receiver.host=127.0.0.1", "receiver.port=1", "credentials.command=\(program)"]
        let good = try box.run(CheckCommand.self, ["--online"], set: settings)
        #expect(good.contains("ok        credentials: from the credential process\n"))
        #expect(good.contains("ok        tracker: fleet at "))
        try TextFile.replace(program, with: "#!/bin/sh\nexit 3\n", mode: 0o700)
        let bad = try box.run(CheckCommand.self, ["--online"], set: settings)
        #expect(bad.contains("failure   credentials: The credential process"))
        #expect(!bad.contains("tracker: fleet"))
    }

    @Test func whoMayNotReadTheFilesIsToldTheWholeCommandLine() throws {
        let box = try Box()
        let file = box.directory.file("my box.conf")
        try TextFile.replace(file, with: "")
        let online = try look(box, ["--online"], files: [file], set: ["device.id=x"]).invocation
        let failure = CredentialsCheck.closed("/etc/waypost/credentials.d/mine", online)
        #expect(failure.result == .failure)
        #expect(
            failure.message == "you may not read /etc/waypost/credentials.d/mine, so the tracker is not asked")
        #expect(failure.advice == "sudo waypost check --online --config '\(file)' --set device.id=x")
        let offline = CredentialsCheck.closed("/etc/waypost/credentials.d/mine", try look(box).invocation)
        #expect(offline.result == .note && offline.advice == "sudo waypost check")
    }
}
