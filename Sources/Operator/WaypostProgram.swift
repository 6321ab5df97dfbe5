import Configuration
import Glibc
import Runtime

/// The command `waypost`: finds the subcommand and hands over to it.
public enum WaypostProgram {
    private static var commands: [any Command.Type] {
        [
            StatusCommand.self, HistoryCommand.self, ExportCommand.self, PauseCommand.self, ResumeCommand.self,
            FlushCommand.self, DeadLettersCommand.self, CheckCommand.self, ReplayCommandLine.self,
        ]
    }

    /// Does what this process's command line says, and ends the process.
    public static func run() -> Never {
        // A reader that goes away, such as head(1), is an error of write(2), and a connection that does, of libcurl's.
        signal(SIGPIPE, SIG_IGN)
        Program.run(parser) { outer in
            var words = outer.operands
            // As other programs have it: help COMMAND.
            if words.first == "help" { words = words.dropFirst().prefix(1) + ["--help"] }
            guard let name = words.first else {
                throw UsageError("a command is missing", program: parser.program)
            }
            guard let command = commands.first(where: { $0.name == name }) else {
                let near = NearestName.to(name, among: commands.map { $0.name })
                let hint = near.map { "; did you mean \($0)?" } ?? ""
                throw UsageError("unknown command \(name)\(hint)", program: parser.program)
            }
            let output = Output()
            switch try command.parser.parse(Array(words.dropFirst())) {
            case .print(let text):
                try output.write(text)
                try output.flush()
                return .success
            case .run(let options):
                let source = SettingsSource(
                    files: outer.configFiles + options.configFiles, overrides: outer.overrides + options.overrides)
                return try run(command, Invocation(options: options, source: source, output: output))
            }
        }
    }

    /// A reader that has seen enough is no reason to complain.
    private static func run(_ command: any Command.Type, _ invocation: Invocation) throws -> ExitCode {
        do {
            let code = try command.run(invocation)
            try invocation.output.flush()
            return code
        } catch let error as RuntimeError {
            guard case .system(_, EPIPE) = error else { throw error }
            return .inputOutput
        }
    }

    private static var parser: OptionParser {
        let width = commands.map { $0.name.count }.max() ?? 0
        let list = commands.map { command in
            "  \(command.name)\(String(repeating: " ", count: width - command.name.count + 2))\(command.summary)"
        }
        return OptionParser(
            program: "waypost", summary: "Looks after the agent and the uploader of this box.",
            operands: "COMMAND", stopsAtOperand: true,
            footer: "Commands (each has its own --help):\n" + list.joined(separator: "\n"))
    }
}
