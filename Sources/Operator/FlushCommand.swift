import Configuration
import Runtime

/// `waypost flush`: what is pending is sent now.
enum FlushCommand: Command {
    static let name = "flush"
    static let summary = "send what is pending now"

    /// Both daemons flush: the agent commits what it has in RAM, then the uploader sends. An agent that does not run
    /// has nothing in RAM.
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = try invocation.load(RuntimeSection.self)
        do {
            let agent = Daemons.agent
            _ = try DaemonAnswer(try agent.client(settings).ask("flush"), of: agent.program)
        } catch let error as RuntimeError {
            guard case .notRunning = error else { throw error }
        }
        return try ask(.uploader, "flush", invocation)
    }
}
