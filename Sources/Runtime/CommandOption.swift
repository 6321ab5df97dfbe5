/// One long option of a command line.
public struct CommandOption: Sendable {
    /// The name without the dashes.
    public var name: String
    /// What the argument is called in the help, or nil if the option takes none.
    public var argument: String?
    /// What the option does, in one line.
    public var help: String

    /// An option; `argument` names its argument in the help.
    public init(_ name: String, argument: String? = nil, help: String) {
        self.name = name
        self.argument = argument
        self.help = help
    }

    /// Every program with settings takes these.
    static let settings = [
        CommandOption("config", argument: "FILE", help: "read this instead of the default files (repeatable)"),
        CommandOption("set", argument: "SECTION.KEY=VALUE", help: "a setting that wins over files (repeatable)"),
    ]

    /// Every program takes these.
    static let common = [
        CommandOption("version", help: "print the version and exit"),
        CommandOption("help", help: "print this help and exit; -h does too"),
    ]
}
