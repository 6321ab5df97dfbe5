import Foundation
import JSON
import Runtime
import TestSupport

/// A real `waypost-agent` in a directory of its own.
final class AgentProcess {
    let directory: String
    private let process: ChildProcess

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
        process = try ChildProcess(
            builtProgram("waypost-agent"),
            ["--config", file ?? "/dev/null"] + (common + settings).flatMap { ["--set", $0] },
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }

    /// The state file; nil while there is none.
    var state: JSONValue? {
        guard let text = try? TextFile.read("\(directory)/state.json") else { return nil }
        return try? JSONReader().read(text)
    }

    /// Waits until the state is as wanted; false if it ends before, or that takes longer than a minute.
    func reaches(_ wanted: (JSONValue) -> Bool) -> Bool {
        var isReached = false
        _ = eventually {
            if let state, state["pid"]?.integer == Int64(process.pid) { isReached = wanted(state) }
            return isReached || !process.isRunning
        }
        return isReached
    }

    /// Asks over the control socket.
    func ask(_ request: String) throws -> String {
        try ControlClient(program: "waypost-agent", path: "\(directory)/control").ask(request)
    }

    func signal(_ number: Int32) {
        process.signal(number)
    }

    /// SIGKILL, as a power cut for the process.
    func kill() {
        process.kill()
    }

    /// Waits for its end and returns the exit code; nil if it does not end.
    func end() -> Int32? {
        process.exitCode()
    }

    /// All that it has logged.
    func log() -> String {
        process.errors
    }
}
