/// What a command line asked for.
public struct ParsedOptions: Sendable {
    /// Options in the order given, with their arguments.
    var given: [(name: String, argument: String)] = []
    /// What is not an option, in the order given.
    public internal(set) var operands: [String] = []

    /// True if the option was given.
    public func has(_ name: String) -> Bool {
        given.contains { $0.name == name }
    }

    /// The argument of the option's last appearance.
    public func value(_ name: String) -> String? {
        given.last { $0.name == name }?.argument
    }

    /// The arguments of all its appearances.
    public func values(_ name: String) -> [String] {
        given.filter { $0.name == name }.map(\.argument)
    }

    /// `--config`: the files to read instead of the default ones.
    public var configFiles: [String] { values("config") }

    /// `--set`: `section.key=value`.
    public var overrides: [String] { values("set") }
}
