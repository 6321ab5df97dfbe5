import Runtime

/// One subcommand of `waypost`.
protocol Command {
    /// The word on the command line.
    static var name: String { get }
    /// What it does, in one line of the help.
    static var summary: String { get }
    /// Its options besides the common ones.
    static var options: [CommandOption] { get }
    /// What follows the options, such as `[list|retry|drop]`; empty for nothing.
    static var operands: String { get }
    /// Lines after the options in its help.
    static var footer: String { get }

    /// Does it.
    static func run(_ invocation: Invocation) throws -> ExitCode
}

extension Command {
    static var options: [CommandOption] { [] }
    static var operands: String { "" }
    static var footer: String { "" }

    static var parser: OptionParser {
        let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + "."
        return OptionParser(
            program: "waypost \(name)", summary: sentence, operands: operands, options: options, footer: footer)
    }
}
