import Configuration
import Runtime

/// The command `waypost-uploader`: the service in the foreground, or with `--drain` one pass over what is pending.
public enum UploaderProgram {
    /// The name of the command.
    public static let name = "waypost-uploader"

    /// Does what this process's command line says, and ends the process.
    public static func run() -> Never {
        Program.run(parser) { options in
            guard options.has("drain") || !options.has("json") else {
                throw UsageError("--json goes with --drain", program: name)
            }
            let source = SettingsSource(options)
            let loaded = try source.load(UploaderSettings.self)
            Daemon.prepare()
            let service = try UploaderService(loaded, from: source, isDraining: options.has("drain"))
            try service.run()
            guard let summary = service.summary else { return .success }
            let output = Output()
            try output.write(options.has("json") ? summary.json : summary.text)
            try output.flush()
            return summary.exitCode
        }
    }

    private static var parser: OptionParser {
        OptionParser(
            program: name, summary: "Delivers what the agent keeps to the tracker, in the foreground.",
            options: [
                CommandOption("drain", help: "send what is pending at once, without spread or linger, and exit"),
                CommandOption("json", help: "with --drain: the summary as JSON"),
            ],
            footer: "SIGTERM ends it within 10 s, SIGHUP reads the settings again, SIGUSR1 sends now.\n"
                + "--drain exits with 0 if nothing is left, 75 if something is, 78 if the settings are wrong.")
    }
}
