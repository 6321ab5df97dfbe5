import Configuration
import Runtime

/// `waypost flush`: what is pending is sent now.
enum FlushCommand: Command {
    static let name = "flush"
    static let summary = "send what is pending now"

    /// Both daemons flush: the agent commits what it has in RAM, then the uploader sends, also if the agent could not:
    /// what it committed before waits all the same.
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = try locate(RuntimeSection.self, invocation)
        let failure = commit(settings, invocation)
        do {
            let answer = try answer(of: .uploader, to: "flush", settings, invocation)
            try invocation.output.write(answer.text + "\n")
            try invocation.output.flush()
        } catch {
            if let failure { Program.note("\(failure)", by: "waypost flush") }
            throw error
        }
        if let failure { throw failure }
        return .success
    }

    /// What kept the agent from committing; nil if nothing did. One that does not run has nothing in RAM.
    private static func commit(_ settings: RuntimeSection, _ invocation: Invocation) -> (any Error)? {
        do {
            _ = try answer(of: .agent, to: "flush", settings, invocation)
            return nil
        } catch RuntimeError.notRunning {
            return nil
        } catch {
            return error
        }
    }
}
