import Configuration
import Glibc
import Runtime

/// `waypost status`.
enum StatusCommand: Command {
    static let name = "status"
    static let summary = "what agent and uploader do, backlog, last error, accounting"
    static let options = [
        CommandOption("json", help: "one object for programs"),
        CommandOption("watch", help: "again every second until interrupted"),
    ]

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = try invocation.load(StatusSettings.self)
        let isWatching = invocation.options.has("watch")
        while true {
            let report = StatusReport(settings, clock: invocation.clock)
            if invocation.options.has("json") {
                try invocation.output.write(report.json + "\n")
            } else {
                try show(report, invocation, isWatching)
            }
            try invocation.output.flush()
            guard isWatching else { return .success }
            sleep(1)
        }
    }

    /// Watching, a terminal is redrawn in place; elsewhere each look is a block of its own.
    private static func show(_ report: StatusReport, _ invocation: Invocation, _ isWatching: Bool) throws {
        let terminal = Terminal()
        let redraws = isWatching && terminal.isTerminal
        try invocation.output.write((redraws ? "\u{1B}[H\u{1B}[2J" : "") + report.text(terminal))
        if isWatching && !redraws { try invocation.output.write("\n") }
    }
}
