import Configuration
import Runtime

/// `waypost pause`: recording stops, kept over a restart.
enum PauseCommand: Command {
    static let name = "pause"
    static let summary = "stop recording, also over a restart"

    static func run(_ invocation: Invocation) throws -> ExitCode {
        try ask(.agent, "pause", invocation)
    }
}

/// `waypost resume`: recording starts again.
enum ResumeCommand: Command {
    static let name = "resume"
    static let summary = "start recording again"

    static func run(_ invocation: Invocation) throws -> ExitCode {
        try ask(.agent, "resume", invocation)
    }
}

/// `waypost flush`: what is pending is sent now.
enum FlushCommand: Command {
    static let name = "flush"
    static let summary = "send what is pending now"

    /// Both daemons flush: the agent commits what it has in RAM, then the uploader sends. An agent that does not run
    /// has nothing in RAM.
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = try invocation.load(RuntimeSection.self)
        do {
            _ = try Daemons.agent.client(settings).ask("flush")
        } catch {
            guard case .notRunning = error else { throw error }
        }
        return try ask(.uploader, "flush", invocation)
    }
}

/// The two daemons, as far as their control sockets go.
enum Daemons {
    case agent
    case uploader

    var program: String { self == .agent ? "waypost-agent" : "waypost-uploader" }

    func client(_ settings: RuntimeSection) -> ControlClient {
        ControlClient(program: program, path: self == .agent ? settings.agentSocket : settings.uploaderSocket)
    }
}

extension Command {
    /// Hands `request` to a daemon and shows its answer.
    static func ask(_ daemon: Daemons, _ request: String, _ invocation: Invocation) throws -> ExitCode {
        let settings = try invocation.load(RuntimeSection.self)
        let answer = try DaemonAnswer(try daemon.client(settings).ask(request), of: daemon.program)
        try invocation.output.write("\(answer.text)\n")
        return .success
    }
}
