/// What a daemon answered to a request: a line for a person, or a refusal.
///
/// A refusal begins with `error: `, anything else may begin with `ok: `.
struct DaemonAnswer {
    let text: String

    init(_ answer: String, of program: String) throws(OperatorError) {
        let line = answer.split(separator: "\n").joined(separator: "\n")
        if line.hasPrefix("error: ") { throw OperatorError("\(program): \(line.dropFirst(7))", .temporaryFailure) }
        text = line.hasPrefix("ok: ") ? String(line.dropFirst(4)) : line.isEmpty ? "\(program): done" : line
    }
}
