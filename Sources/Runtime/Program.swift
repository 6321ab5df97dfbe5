import Glibc

/// The frame of an executable: command line in, exit code out, errors as sentences on stderr.
public enum Program {
    /// Understands this process's command line by `parser`, does what `body` does with it, and ends the process.
    ///
    /// `--help` and `--version` end with 0, a wrong command line with EX_USAGE, an error of `body` with the code that
    /// it carries, else EX_SOFTWARE.
    public static func run(_ parser: OptionParser, _ body: (ParsedOptions) throws -> ExitCode) -> Never {
        do {
            switch try parser.parse(Array(CommandLine.arguments.dropFirst())) {
            case .print(let text):
                let output = Output()
                try output.write(text)
                try output.flush()
                ExitCode.success.exit()
            case .run(let options): try body(options).exit()
            }
        } catch {
            report(error, by: parser.program)
            ((error as? any ReportableError)?.exitCode ?? .software).exit()
        }
    }

    /// Writes an error to stderr: for the journal with its priority, else with the program's name, line by line.
    public static func report(_ error: any Error, by program: String) {
        say("\(error)", .error, program)
    }

    /// Writes what is no error, and not what was asked for either, to stderr in the same way.
    public static func note(_ text: String, by program: String) {
        say(text, .notice, program)
    }

    private static func say(_ words: String, _ level: LogLevel, _ program: String) {
        let prefix = ServiceProcess.isJournal(STDERR_FILENO) ? "<\(level.priority)>" : "\(program): "
        var text = words.split(separator: "\n").map { prefix + $0 + "\n" }.joined()
        fflush(nil)
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
