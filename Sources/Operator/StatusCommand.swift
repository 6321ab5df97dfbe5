import Configuration
import Glibc
import Runtime

/// `waypost status`.
enum StatusCommand: Command {
    static let name = "status"
    static let summary = "what agent and uploader do, backlog, last error, accounting"
    static let options = [
        CommandOption("json", help: "one object for programs"),
        CommandOption("watch", help: "again every second until Ctrl-C"),
    ]

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = try locate(StatusSettings.self, invocation)
        let isWatching = invocation.options.has("watch")
        while true {
            var report = StatusReport(settings, invocation)
            report.agent.explain(Daemons.agent.program, invocation.faults(AgentSettings.self, of: .agent))
            report.uploader.explain(Daemons.uploader.program, invocation.faults(UploaderSettings.self, of: .uploader))
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
        let text = report.text(terminal)
        guard isWatching else { return try invocation.output.write(text.text) }
        try invocation.output.write(terminal.isTerminal ? frame(text, report, terminal) : text.text + "\n")
    }

    /// Line by line over the last look, and nothing beyond the last row, which would scroll: where not all has room, the
    /// rest of it is left out. No mode of the terminal is changed: an interrupt leaves it as it was, with the prompt
    /// below.
    private static func frame(_ text: StatusText, _ report: StatusReport, _ terminal: Terminal) -> String {
        let now = report.now.iso8601
        let title = "\(now.prefix(10)) \(now.dropFirst(11).prefix(8)) UTC, Ctrl-C ends\n"
        func rows(_ text: String) -> ArraySlice<Substring> {
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        }
        var lines = rows(title + "\n" + text.text)
        if lines.count >= terminal.rows {
            lines = rows(title + text.text(first: StatusReport.urgent)).prefix(max(terminal.rows - 2, 1)) + ["..."]
        }
        return "\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
    }
}
