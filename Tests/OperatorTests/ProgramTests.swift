import Foundation
import TestSupport
import Testing

/// The built executable, called as a person or a script calls it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ProgramTests {
    private static let waypost = builtProgram("waypost")

    private struct Ended {
        var code: Int32?
        var output: String
        var errors: String
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Ended {
        try run(arguments, environment: environment)
    }

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Ended {
        try run(Self.waypost, arguments, environment: environment)
    }

    private func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Ended {
        let process = try ChildProcess(
            program, arguments,
            environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }.merging(inheritedEnvironment) { $1 })
        return Ended(code: process.exitCode(), output: process.output, errors: process.errors)
    }

    @Test func helpFitsAScreenOnEveryLevel() throws {
        let top = try run("--help")
        #expect(top.code == 0 && top.errors.isEmpty)
        let commands = top.output.split(separator: "\n").drop { !$0.hasPrefix("Commands") }.dropFirst()
        #expect(commands.count == 9)
        for command in commands.compactMap({ $0.split(separator: " ").first.map(String.init) }) {
            let help = try run(command, "--help")
            #expect(help.code == 0)
            #expect(help.output.hasPrefix("Usage: waypost \(command) "))
        }
        #expect(top.output.split(separator: "\n").count <= 24)
        for words in [["help"], ["-h"]] { #expect(try run(words).output == top.output) }
        let status = try run("status", "--help").output
        for words in [["help", "status"], ["status", "-h"]] { #expect(try run(words).output == status) }
        #expect(try run("help", "statsu").code == 64)
    }

    @Test func versionIsOneLine() throws {
        #expect(try run("--version").output.hasPrefix("waypost "))
        #expect(try run("status", "--version").output.split(separator: "\n").count == 1)
    }

    @Test func wrongCommandLinesEndWithEXUsage() throws {
        #expect(try run().code == 64)
        let misspelt = try run("statsu")
        #expect(misspelt.code == 64)
        #expect(misspelt.errors == "waypost: unknown command statsu; did you mean status?; see: waypost --help\n")
        #expect(try run("status", "--jsn").errors.contains("did you mean --json?"))
        #expect(try run("stat").errors.contains("unknown command stat; did you mean status?"))
    }

    @Test func wrongSettingsEndWithEXConfigAndNameEachFault() throws {
        let ended = try run("--set", "sampling.interval=3", "status", "--set", "runtime.log-level=loud")
        #expect(ended.code == 78 && ended.output.isEmpty)
        let lines = ended.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("waypost: --set: ") })
    }

    private func run(shell command: String) throws -> Ended {
        try run("/bin/sh", ["-c", command])
    }

    /// `waypost` with settings that are wrong, called by a shell, whose environment it inherits.
    private func fault(_ setting: String, after shell: String) throws -> String {
        try run(shell: "\(shell) \(Self.waypost) status --set '\(setting)'; exit 0").errors
    }

    @Test func onlyTheJournalItselfGetsPriorities() throws {
        let inherited = try fault("x.y=z", after: "JOURNAL_STREAM=1:2")
        #expect(inherited.hasPrefix("waypost: "))
        let own = try fault("x.y=z", after: "JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2)")
        #expect(own.hasPrefix("<3>"))
    }

    @Test func onlyAServiceItselfHasNoHome() throws {
        let person = "SYSTEMD_EXEC_PID=$$ INVOCATION_ID=1 HOME=/home/ann"
        #expect(!(try fault("outbox.path=~/x.db", after: person)).contains("outbox.path"))
        let service = "export SYSTEMD_EXEC_PID=$$ HOME=/home/ann; exec"
        #expect(try fault("outbox.path=~/x.db", after: service).contains("outbox.path"))
    }

    @Test func aHelpThatCannotBeWrittenIsAnError() throws {
        for words in ["--help", "--version", "status --help"] {
            let ended = try run(shell: "\(Self.waypost) \(words) >/dev/full")
            #expect(ended.code == 74)
            #expect(ended.errors.contains("No space left on device"))
        }
    }

    @Test func historyWithoutAPositionSaysWhereToLook() throws {
        let box = try Box()
        let tracker = try Tracker(box, .none)
        let settings = (box.settings + tracker.settings + ["device.id=nobody"]).flatMap { ["--set", $0] }
        let keys = ["AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "secret"]
        let ended = try run(["history", "--from", "2026-11-29", "--to", "2026-11-30"] + settings, environment: keys)
        #expect(ended.code == 0 && ended.output.isEmpty)
        #expect(
            ended.errors
                == "waypost history: the tracker has no position of nobody from 2026-11-29T00:00:00.000Z to "
                + "2026-11-30T00:00:00.000Z; look further back with --from TIME, or for another device with "
                + "--set device.id=ID\n")
    }

    @Test func exportWithoutAFixSaysWhereToLook() throws {
        let box = try Box()
        try box.store(3)
        let words = ["export", "--format", "text", "--to", "2020-01-02"] + box.settings.flatMap { ["--set", $0] }
        let ended = try run(words)
        #expect(ended.code == 0 && ended.output.isEmpty)
        #expect(ended.errors.hasPrefix("waypost export: this box has no fix before 2020-01-02T00:00:00.000Z; "))
        #expect(try run(words.filter { $0 != "--to" && $0 != "2020-01-02" }).errors.isEmpty)
        #expect(try run("export", "--help").output.contains("not before this (UTC)"))
    }

    @Test func aFaultOfTheSettingsElsewhereKeepsNobodyFromABoxThatRuns() throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { "ok: \($0)d" }
        let uploader = try Answering(box.uploader + "/control") { "ok: \($0)d" }
        try box.store(3)
        let file = box.directory.file("box.conf")
        let lines = box.settings.map { setting in
            let (key, value) = (setting.prefix { $0 != "=" }, setting.drop { $0 != "=" })
            return "[\(key.prefix { $0 != "." })]\n\(key.drop { $0 != "." }.dropFirst()) \(value)\n"
        }
        try lines.joined().appending("[tracker]\nregio = eu\n").write(toFile: file, atomically: false, encoding: .utf8)
        for words in [
            ["status"], ["pause"], ["resume"], ["flush"], ["dead-letters", "retry"], ["export", "--format=csv"],
        ] {
            let ended = try run(words + ["--config", file])
            #expect(ended.code == 0 && !ended.output.isEmpty)
            #expect(ended.errors.hasPrefix("waypost \(words[0]): note: \(file):"))
            #expect(ended.errors.hasSuffix("did you mean tracker.region?\n"))
            #expect(ended.errors.count { $0 == "\n" } == 1)
        }
        #expect(try run("history", "--config", file).code == 78)
        #expect(try run("status", "--config", file, "--set", "tracker.regio=eu").code == 78)
        withExtendedLifetime((agent, uploader)) {}
    }

    @Test func aReaderThatHasSeenEnoughIsNoError() throws {
        let box = try Box()
        try box.store(5000)
        let set = box.settings.map { "--set \($0)" }.joined(separator: " ")
        let ended = try run(shell: "\(Self.waypost) export --format csv \(set) | head -n 1")
        #expect(ended.errors.isEmpty)
        #expect(ended.output.count { $0 == "\n" } == 1)
    }

    @Test func watchingLooksAgainEverySecond() throws {
        let box = try Box()
        let process = try ChildProcess(
            Self.waypost, ["status", "--watch", "--json"] + box.settings.flatMap { ["--set", $0] })
        #expect(eventually { process.output.count { $0 == "\n" } >= 2 })
    }
}
