import CLinux
import Glibc
import Synchronization

/// Reads a command line with getopt_long(3), the same way for every executable.
///
/// `--help`, also as `-h`, and `--version` are understood by all, `--config` and `--set` by all that have settings. An
/// option may be shortened as long as it is unambiguous.
public struct OptionParser: Sendable {
    /// What the caller has to do.
    public enum Outcome: Sendable {
        /// Do what the options say.
        case run(ParsedOptions)
        /// Print this and end with 0.
        case print(String)
    }

    /// The name in the help and in errors, with the subcommand if there is one.
    public var program: String
    /// What the program does: the help's first lines.
    public var summary: String
    /// What comes after the options in the usage line, such as `FILE`; empty for none.
    public var operands: String
    /// The options besides the common ones.
    public var options: [CommandOption]
    /// Leave everything from the first operand on to another parser.
    public var stopsAtOperand: Bool
    /// Lines after the options in the help.
    public var footer: String
    /// Takes `--config` and `--set`.
    public var hasSettings: Bool

    /// A parser for `program`.
    public init(
        program: String, summary: String, operands: String = "", options: [CommandOption] = [],
        stopsAtOperand: Bool = false, footer: String = "", hasSettings: Bool = true
    ) {
        self.program = program
        self.summary = summary
        self.operands = operands
        self.options = options
        self.stopsAtOperand = stopsAtOperand
        self.footer = footer
        self.hasSettings = hasSettings
    }

    /// Understands `arguments`, which do not contain the program's name.
    public func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
        switch Self.getopt.withLock({ _ in scan(arguments) }) {
        case .failure(let error): throw error
        case .success(let parsed):
            // What people type where there are commands.
            let isHelp = parsed.has("help") || (stopsAtOperand && parsed.operands == ["help"])
            if isHelp { return .print(FoldedText.fold(help, columns: Terminal().columns)) }
            if parsed.has("version") { return .print("\(program) \(Version.current)\n") }
            if let extra = parsed.operands.first, operands.isEmpty {
                throw UsageError("unexpected \"\(extra)\"", program: program)
            }
            return .run(parsed)
        }
    }

    /// The text for `--help`.
    public var help: String {
        let left = all.map { "  --\($0.name)" + ($0.argument.map { " \($0)" } ?? "") }
        let width = left.map(\.count).max() ?? 0
        var text = "Usage: \(program) [OPTION]..." + (operands.isEmpty ? "" : " \(operands)") + "\n\(summary)\n\n"
        for (option, start) in zip(all, left) {
            text += start + String(repeating: " ", count: width - start.count + 2) + option.help + "\n"
        }
        return footer.isEmpty ? text : text + "\n" + footer + "\n"
    }

    private var all: [CommandOption] { options + (hasSettings ? CommandOption.settings : []) + CommandOption.common }

    /// getopt_long keeps its place in globals of the C library.
    private static let getopt = Mutex<Void>(())

    private func scan(_ arguments: [String]) -> Result<ParsedOptions, UsageError> {
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        let names = all.map { strdup($0.name) }
        defer { for pointer in argv + names { free(pointer) } }
        var table = zip(all, names).enumerated().map { index, entry in
            option(name: entry.1, has_arg: entry.0.argument == nil ? 0 : 1, flag: nil, val: Int32(1000 + index))
        }
        table.append(option())
        let count = Int32(arguments.count + 1)
        var parsed = ParsedOptions()
        waypost_getopt_restart()
        while true {
            let code = getopt_long(count, &argv, stopsAtOperand ? "+:h" : ":h", table, nil)
            if code == -1 { break }
            if code == Int32(UInt8(ascii: "h")) {
                parsed.given.append(("help", ""))
                continue
            }
            guard code >= 1000 else {
                let index = Int(waypost_getopt_next_index()) - 1
                let word = argv[index].map { String(cString: $0) } ?? ""
                return .failure(fault(code, word))
            }
            let argument = waypost_getopt_argument().map { String(cString: $0) } ?? ""
            parsed.given.append((all[Int(code) - 1000].name, argument))
        }
        let rest = argv[Int(waypost_getopt_next_index())..<Int(count)]
        parsed.operands = rest.compactMap { $0.map { String(cString: $0) } }
        return .success(parsed)
    }

    /// What getopt_long's `?` or `:` means. `word` is the one before the next that it would look at.
    private func fault(_ code: Int32, _ word: String) -> UsageError {
        let offender = Int(waypost_getopt_option())
        if offender >= 1000 {
            let option = all[offender - 1000]
            let fault = option.argument.map { "--\(option.name) needs an argument: \($0)" }
            return UsageError(fault ?? "--\(option.name) takes no argument", program: program)
        }
        if offender > 0, let letter = Unicode.Scalar(UInt32(offender)) {
            return UsageError("unknown option -\(letter)", program: program)
        }
        let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
        let matches = all.map(\.name).filter { $0.hasPrefix(name) }.map { "--\($0)" }
        if matches.count > 1 {
            return UsageError("\(word) may mean \(matches.joined(separator: " or "))", program: program)
        }
        let near = NearestName.to(String(name), among: all.map(\.name)).map { "; did you mean --\($0)?" }
        return UsageError("unknown option \(word)" + (near ?? ""), program: program)
    }
}
