import Positioning

/// Metrics in Prometheus's text format, version 0.0.4: each family with its `# HELP` and `# TYPE`.
public struct MetricsText: Sendable {
    /// What a family measures.
    public enum Kind: String, Sendable {
        /// Only ever grows; its name ends in `_total`.
        case counter
        /// Goes up and down.
        case gauge
    }

    /// What was added so far.
    public private(set) var text = ""

    /// No metrics yet.
    public init() {}

    /// A family of one sample without labels.
    public mutating func add(_ kind: Kind, _ name: String, _ value: Int64, help: String) {
        begin(kind, name, help)
        sample(name, [], "\(value)")
    }

    /// A gauge that is a moment, in seconds since 1970; nothing at all if it is not known.
    public mutating func add(_ name: String, _ moment: UTCTime?, help: String) {
        guard let moment else { return }
        begin(.gauge, name, help)
        sample(name, [], Self.seconds(moment.milliseconds))
    }

    /// A family with one sample for each value of one label, in that order.
    public mutating func add(
        _ kind: Kind, _ name: String, by label: String, _ values: [(String, Int64)], help: String
    ) {
        begin(kind, name, help)
        for (word, value) in values { sample(name, [(label, word)], "\(value)") }
    }

    /// A gauge for each of `states`, 1 for the one that is `current` and 0 for the others.
    public mutating func add(
        _ name: String, oneOf states: [String], by label: String, current: String?, help: String
    ) {
        add(.gauge, name, by: label, states.map { ($0, $0 == current ? 1 : 0) }, help: help)
    }

    /// The gauge by which other metrics are joined with what `program` is; its value is always 1.
    public mutating func addBuildInfo(program: String) {
        let name = "waypost_build_info"
        begin(.gauge, name, "The version of a program of waypost.")
        sample(name, [("program", program), ("version", Version.current)], "1")
    }

    private mutating func begin(_ kind: Kind, _ name: String, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1, quotes: true))\"" }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " \(value)\n"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
    }

    /// Milliseconds as seconds with three decimals.
    private static func seconds(_ milliseconds: Int64) -> String {
        let size = milliseconds.magnitude
        let decimals = "\(size % 1000 + 1000)".dropFirst()
        return (milliseconds < 0 ? "-" : "") + "\(size / 1000).\(decimals)"
    }
}
