import Foundation
import Runtime
import TestSupport

/// `waypost-uploader` as a process.
final class UploaderProcess {
    /// What the keys of these tests look like; no output may hold it.
    static let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    static let token = "FQoGZXIvYXdzEXAMPLETOKEN"

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let control: String

    /// The binary beside the tests.
    static let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("waypost")

    init(_ arguments: [String], control: String, environment: [String: String] = [:]) throws {
        self.control = control
        let link = URL(fileURLWithPath: control).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("waypost-uploader")
        // Foundation of Swift 6.0 crashes when several tests make a link at once; that it exists already is fine.
        symlink(Self.binary.path, link.path)
        process.executableURL = link
        process.arguments = arguments
        process.environment = [
            "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": Self.secret,
            "AWS_SESSION_TOKEN": Self.token, "PATH": "/usr/bin:/bin",
        ].merging(inheritedEnvironment) { $1 }.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    deinit {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    func signal(_ number: Int32) { Glibc.kill(process.processIdentifier, number) }

    /// Waits for the end, and returns the exit code; nil if it does not come in time.
    func exitCode(within seconds: Double = 60) -> Int32? {
        let deadline = Date().addingTimeInterval(seconds)
        while process.isRunning {
            guard Date() < deadline else { return nil }
            usleep(5000)
        }
        return process.terminationStatus
    }

    /// All of standard output; only after the end.
    func standardOutput() -> String {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// All of standard error; only after the end.
    func standardError() -> String {
        String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Asks over the control socket, once it is there.
    func ask(_ line: String) throws -> String {
        let client = ControlClient(program: "waypost-uploader", path: control)
        var answer: String?
        _ = eventually {
            answer = try? client.ask(line)
            return answer != nil
        }
        return answer ?? "nobody answers at the control socket"
    }
}

/// Waits until `condition` holds; false if it does not in time.
func eventually(within seconds: Double = 60, _ condition: () -> Bool) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while !condition() {
        guard Date() < deadline else { return false }
        usleep(10_000)
    }
    return true
}
