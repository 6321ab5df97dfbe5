import Foundation
import JSON
import Runtime

/// A real `waypost-agent` in a directory of its own.
final class AgentProcess {
    let directory: String
    private let process = Process()
    private let errors = Pipe()

    /// Starts it with `settings` and `environment` besides those that it needs.
    init(
        in directory: String, port: UInt16, _ settings: [String] = [], file: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.directory = directory
        let common = [
            "device.id=box-1", "receiver.host=127.0.0.1", "receiver.port=\(port)", "sampling.interval=1s",
            "sampling.parked=off", "sampling.max-speed=off", "outbox.path=\(directory)/outbox.db",
            "delivery.path=\(directory)/delivery/delivery.db", "runtime.agent-directory=\(directory)",
            "runtime.uploader-directory=\(directory)/uploader",
        ]
        process.executableURL = Self.executable
        process.arguments =
            ["--config", file ?? "/dev/null"] + (common + settings).flatMap { ["--set", $0] }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardError = errors
        try process.run()
    }

    deinit {
        kill()
    }

    /// Beside the test bundle.
    private static var executable: URL {
        var directory = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        if directory.pathExtension == "xctest" { directory.deleteLastPathComponent() }
        return directory.appendingPathComponent("waypost-agent")
    }

    /// The state file; nil while there is none.
    var state: JSONValue? {
        guard let text = try? TextFile.read("\(directory)/state.json") else { return nil }
        return try? JSONReader().read(text)
    }

    /// Waits until the state is as wanted; false if it ends before, or that takes longer than a minute.
    func reaches(_ wanted: (JSONValue) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(60)
        while process.isRunning && Date() < end {
            if let state, state["pid"]?.integer == Int64(process.processIdentifier), wanted(state) { return true }
            usleep(20_000)
        }
        return false
    }

    /// Asks over the control socket.
    func ask(_ request: String) throws -> String {
        try ControlClient(program: "waypost-agent", path: "\(directory)/control").ask(request)
    }

    func signal(_ number: Int32) {
        Foundation.kill(process.processIdentifier, number)
    }

    /// SIGKILL, as a power cut for the process.
    func kill() {
        guard process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end and returns the exit code.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// All that it logged, after its end.
    func log() -> String {
        String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
