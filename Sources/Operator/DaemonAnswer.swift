/// What a daemon answered to a request: a line for a person, or a refusal.
///
/// A refusal begins with `error: `, anything else may begin with `ok: `.
struct DaemonAnswer {
    let text: String
    /// The numbers of a request that the daemon does not know: it did what it could of the rest.
    let missing: [String]

    /// What a line with such numbers begins with.
    private static let missingMark = "missing: "

    init(_ answer: String, of program: String) throws(OperatorError) {
        let lines = answer.split(separator: "\n")
        let line = lines.filter { !$0.hasPrefix(Self.missingMark) }.joined(separator: "\n")
        if line.hasPrefix("error: ") { throw OperatorError("\(program): \(line.dropFirst(7))", .temporaryFailure) }
        text = line.hasPrefix("ok: ") ? String(line.dropFirst(4)) : line.isEmpty ? "\(program): done" : line
        missing = lines.filter { $0.hasPrefix(Self.missingMark) }
            .flatMap { $0.dropFirst(Self.missingMark.count).split(separator: " ").map(String.init) }
    }
}
