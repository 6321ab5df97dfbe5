import Configuration
import Runtime

/// `waypost flush`: what is pending is sent now.
enum FlushCommand: Command {
    static let name = "flush"
    static let summary = "send what is pending now"

    /// Both daemons flush: the agent commits what it has in RAM, then the uploader sends, also if the agent could not:
    /// what it committed before waits all the same.
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let committing = commit(invocation)
        do {
            _ = try ask(.uploader, "flush", invocation)
        } catch {
            if let committing { Program.note("\(committing)", by: "waypost flush") }
            throw error
        }
        try invocation.output.flush()
        if let committing { throw committing }
        return .success
    }

    /// What kept the agent from committing; nil if nothing did. One that does not run has nothing in RAM.
    private static func commit(_ invocation: Invocation) -> (any Error)? {
        do {
            _ = try answer(.agent, "flush", invocation, isShown: false)
            return nil
        } catch RuntimeError.notRunning {
            return nil
        } catch {
            return error
        }
    }
}
