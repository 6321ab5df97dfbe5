import Runtime

/// `waypost pause`: recording stops, kept over a restart.
enum PauseCommand: Command {
    static let name = "pause"
    static let summary = "stop recording, also over a restart"

    static func run(_ invocation: Invocation) throws -> ExitCode {
        try ask(.agent, "pause", invocation)
    }
}
