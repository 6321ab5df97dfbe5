import Configuration
import Positioning
import Replay
import Runtime
import Sampling

/// `waypost replay`: the sampling rules over a recorded drive.
enum ReplayCommandLine: Command {
    static let name = "replay"
    static let summary = "what the sampling rules keep of a recorded drive, and get wrong"
    static let operands = "FILE"
    static let options = [
        CommandOption("json", help: "one object for programs"),
        CommandOption("explain", help: "why each fix was kept or dropped"),
        CommandOption(
            "compare", argument: "SETTINGS", help: "other rules beside these (repeatable): a file, or as below"),
        CommandOption("plot", argument: "FILE.svg", help: "draw the drive, the kept points and the worst error"),
        CommandOption("now", argument: "TIME", help: "when the recording is, to repair week rollovers"),
    ]
    static let footer = """
        FILE is CSV (time_ms,latitude,longitude[,accuracy,speed,course]), GPX, gpsd JSON lines or NMEA; - is standard \
        input. Rules beside these: --compare max-error=10m,interval=off,heartbeat=2min
        """

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let options = invocation.options
        guard let path = options.operands.first, options.operands.count == 1 else {
            throw invocation.usage("one FILE is needed", Self.self)
        }
        var command = ReplayCommand(path: path, rules: try invocation.load(SamplingRules.self))
        command.comparisons = try options.values("compare").map { words in
            ReplayCommand.Candidate(name: words, rules: try rules(words, invocation))
        }
        command.json = options.has("json")
        command.explain = options.has("explain")
        command.columns = invocation.terminal.isTerminal ? invocation.terminal.columns : nil
        command.plot = options.value("plot")
        command.now = try options.value("now").map { text in
            guard let time = UTCTime(iso8601: text) else {
                throw invocation.usage("--now \(text) is no time; write 2026-11-30 or 2026-11-30T06:00:00Z", Self.self)
            }
            return time
        }
        var failure: RuntimeError?
        try command.run { text in
            do throws(RuntimeError) {
                if failure == nil { try invocation.output.write(text) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return .success
    }

    /// A settings file in place of the others, or `key=value,...` over them; a key without section is of `[sampling]`.
    private static func rules(_ words: String, _ invocation: Invocation) throws(SettingsError) -> SamplingRules {
        var other = invocation
        if words.contains("=") {
            other.source.overrides += words.split(separator: ",").map { word in
                word.prefix { $0 != "=" }.contains(".") ? String(word) : "sampling.\(word)"
            }
        } else {
            other.source.files = [words]
        }
        return try other.load(SamplingRules.self)
    }
}
