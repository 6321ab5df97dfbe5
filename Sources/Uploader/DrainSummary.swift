import JSON
import Runtime

/// What a `--drain` did.
public struct DrainSummary: Equatable {
    /// Positions that the tracker acknowledged.
    public var delivered: Int64
    /// Positions that went again because an answer was lost.
    public var repeated: Int64
    /// Positions that it refused for good.
    public var dead: Int64
    /// Positions that are left; nil if the outbox could not be read.
    public var pending: Int64?
    /// Bytes on the wire, both directions.
    public var bytes: Int64
    /// How long it took.
    public var milliseconds: Int64
    /// Why something is left.
    public var lastError: String?

    /// EX_TEMPFAIL if something is left.
    public var exitCode: ExitCode { pending == 0 ? .success : .temporaryFailure }

    /// For people.
    public var text: String {
        var text = "Delivered \(delivered) positions in \(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
        if repeated > 0 { text += ", \(repeated) of them sent again after a lost answer" }
        if dead > 0 { text += "; the tracker refused \(dead) for good (see: waypost dead-letters)" }
        text += "; " + (pending.map { $0 == 0 ? "nothing is left" : "\($0) are left" } ?? "what is left is unknown")
        text += ".\n"
        if exitCode != .success, let lastError { text += lastError + "\n" }
        return text
    }

    /// For programs: one object.
    public var json: String {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("delivered", delivered)
            json.member("repeated", repeated)
            json.member("dead", dead)
            json.member("pending") { json in if let pending { json.integer(pending) } else { json.null() } }
            json.member("bytes", bytes)
            json.member("milliseconds", milliseconds)
            json.member("last_error") { json in if let lastError { json.string(lastError) } else { json.null() } }
        }
        return json.text + "\n"
    }
}
