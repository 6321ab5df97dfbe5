import Foundation
import Runtime
import TestSupport

/// `waypost-uploader` as a process.
final class UploaderProcess {
    /// What the keys of these tests look like; no output may hold it.
    static let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    static let token = "FQoGZXIvYXdzEXAMPLETOKEN"

    private let process: ChildProcess
    private let control: String

    init(_ arguments: [String], control: String, environment: [String: String] = [:]) throws {
        self.control = control
        let link = URL(fileURLWithPath: control).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("waypost-uploader")
        // Foundation of Swift 6.0 crashes when several tests make a link at once; that it exists already is fine.
        symlink(builtProgram("waypost"), link.path)
        let environment = [
            "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": Self.secret,
            "AWS_SESSION_TOKEN": Self.token, "PATH": "/usr/bin:/bin",
        ].merging(inheritedEnvironment) { $1 }.merging(environment) { $1 }
        process = try ChildProcess(link.path, arguments, environment: environment)
    }

    func signal(_ number: Int32) { process.signal(number) }

    /// Waits for the end, and returns the exit code; nil if it does not come in time.
    func exitCode(within seconds: Double = 60) -> Int32? { process.exitCode(within: seconds) }

    /// What it has written to standard output.
    func standardOutput() -> String { process.output }

    /// What it has written to standard error.
    func standardError() -> String { process.errors }

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
