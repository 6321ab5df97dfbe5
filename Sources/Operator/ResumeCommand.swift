import Runtime

/// `waypost resume`: recording starts again.
enum ResumeCommand: Command {
    static let name = "resume"
    static let summary = "start recording again"

    static func run(_ invocation: Invocation) throws -> ExitCode {
        try ask(.agent, "resume", invocation)
    }
}
