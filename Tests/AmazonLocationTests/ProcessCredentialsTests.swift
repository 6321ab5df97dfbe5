import AmazonLocation
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProcessCredentialsTests {
    let directory = TemporaryDirectory()

    /// Runs a shell script as the credential process.
    private func run(_ script: String, timeLimit: Int64 = 20_000) throws -> Result<Credentials, CallFailure> {
        let path = directory.file("process.sh")
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        let provider = ProcessCredentials(command: "/bin/sh '\(path)' \"hunter2 secret\"", timeLimit: timeLimit)
        return try ProviderDriver(provider: provider).credentials()
    }

    private static let output = #"{"Version":1,"AccessKeyId":"AKI","SecretAccessKey":"s","SessionToken":"t"}"#

    @Test func whatTheProcessPrintsIsUsed() throws {
        let credentials = try run("echo '\(Self.output)'; test \"$1\" = 'hunter2 secret'").get()
        #expect(credentials.keys.accessKeyID == "AKI")
        #expect(credentials.keys.secretAccessKey == "s")
        #expect(credentials.keys.sessionToken == "t")
        #expect(credentials.lifetime == nil)
    }

    @Test func anExpirationIsASpan() throws {
        let time = Date(timeIntervalSinceNow: 3600).formatted(.iso8601)
        let output = Self.output.replacing("}", with: #","Expiration":"\#(time)"}"#)
        let lifetime = try #require(try run("echo '\(output)'").get().lifetime)
        #expect((3_590_000...3_600_000).contains(lifetime))
    }

    /// A table of its own: Swift 6.0 crashes on an interpolation inside the attribute.
    private static let failures: [(String, String)] = [
        ("exit 3", "exited with 3"), ("echo '\(output)'; exit 1", "exited with 1"), ("kill -9 $$", "signal 9"),
        ("echo hello", "did not print JSON"), ("true", "did not print JSON"),
        ("echo '{\"Version\":2,\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"s\"}'", "Version 1"),
        ("echo '{\"Version\":1,\"AccessKeyId\":\"A\"}'", "SecretAccessKey"),
        (
            "echo '{\"Version\":1,\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"s\",\"Expiration\":\"2020-01-01T00:00:00Z\"}'",
            "in the future"
        ),
        (
            "echo '{\"Version\":1,\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"s\",\"Expiration\":\"tomorrow\"}'",
            "in the future"
        ),
        ("head -c 70000 /dev/zero", "more than 64 kB"), ("yes", "more than 64 kB"),
    ]

    @Test(arguments: failures)
    func aProcessThatFailsIsDescribedWithoutItsArguments(_ script: String, _ words: String) throws {
        let sentence = try run(script).sentence
        #expect(sentence.contains(words), "\(sentence)")
        #expect(sentence.hasPrefix("The credential process '/bin/sh'"))
        #expect(!sentence.contains("hunter2"))
    }

    @Test func aProcessThatDoesNotEndIsKilledWithItsChildren() throws {
        let marker = directory.file("alive")
        let sentence = try run(
            "(sleep 100; touch \(marker)) & echo $$ > \(directory.file("pid")); wait", timeLimit: 3000
        )
        .sentence
        #expect(sentence.contains("did not end within"))
        let pid = try #require(
            pid_t(
                String(contentsOfFile: directory.file("pid"), encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
        #expect(kill(-pid, 0) == -1 || ProcessGroup.isOnlyZombies(pid))
    }

    @Test func aProcessThatClosesItsOutputAndStaysIsWaitedForUntilItsTimeIsUp() throws {
        #expect(try run("echo '\(Self.output)'; exec >&-; sleep 100", timeLimit: 300).sentence.contains("did not end"))
        #expect(try run("echo '\(Self.output)'; exec >&-; sleep 0.05").keyID == "AKI")
    }

    @Test func theProcessInheritsNoDescriptorAndNoInput() throws {
        let held = fcntl(0, F_DUPFD, 200)
        #expect(held >= 200)
        defer { close(held) }
        let result = try run(
            "ls /proc/$$/fd > \(directory.file("fds")); read -r line && exit 8; echo '\(Self.output)'")
        #expect(result.keyID == "AKI", "\(result.sentence)")
        let descriptors = try String(contentsOfFile: directory.file("fds"), encoding: .utf8).split(separator: "\n")
        // The shell itself keeps what it needs from 10 on.
        #expect(descriptors.compactMap { Int($0) }.filter { $0 < 10 || $0 > 19 }.sorted() == [0, 1, 2])
    }

    @Test(arguments: ["", "   ", "'unclosed", "/nonexistent/program x"])
    func aCommandThatCannotRunIsSaid(_ command: String) throws {
        let sentence = try ProviderDriver(provider: ProcessCredentials(command: command)).credentials().sentence
        #expect(sentence.hasPrefix("The credential process"))
    }

    @Test func allWhoWaitGetTheAnswerOfOneProcess() throws {
        let path = directory.file("count.sh")
        try "echo x >> \(directory.file("runs")); echo '\(Self.output)'".write(
            toFile: path, atomically: true, encoding: .utf8)
        let provider = ProcessCredentials(command: "sh \(path)")
        var others = 0
        for _ in 0..<2 {
            provider.provide(at: ProviderDriver.now) { if $0.keyID == "AKI" { others += 1 } }
        }
        #expect(try ProviderDriver(provider: provider).credentials().keyID == "AKI")
        #expect(others == 2)
        #expect(try String(contentsOfFile: directory.file("runs"), encoding: .utf8) == "x\n")
    }
}

/// What is left of a process group.
private enum ProcessGroup {
    /// True if every process of the group has ended and only waits for whoever inherited it to notice.
    static func isOnlyZombies(_ group: pid_t) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.allSatisfy { name in
            guard Int(name) != nil, let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return true }
            let fields = text[end...].split(separator: " ")
            return fields.count < 4 || fields[3] != "\(group)" || fields[1] == "Z"
        }
    }
}
