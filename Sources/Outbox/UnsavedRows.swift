/// What goes into `delivery.db` with the next save, besides its numbers and the settled ids.
///
/// A save whose end is not known may have stored all of it, or nothing: whoever opens the file again finds out with
/// `found`.
struct UnsavedRows {
    /// Refused fixes.
    var letters: [DeadLetter] = []
    /// Bytes that went over the wire, by UTC day.
    var bytes: [String: Int64] = [:]
    private var unsure: Unsure?

    private struct Unsure {
        var before: [String: Int64]
        var after: [String: Int64]
        var letters: Int
        var bytes: [String: Int64]
    }

    /// True if no row waits.
    var isEmpty: Bool { letters.isEmpty && bytes.isEmpty }

    /// A save begins that leads the ledger from `before` to `after`.
    mutating func begin(from before: [String: Int64], to after: [String: Int64]) {
        unsure = Unsure(before: before, after: after, letters: letters.count, bytes: bytes)
    }

    /// The file that was opened again has `ledger`: what it has of a save whose end was not known is not to be added to it
    /// once more.
    mutating func found(_ ledger: [String: Int64]) {
        guard let unsure else { return }
        self.unsure = nil
        guard ledger == unsure.after, unsure.after != unsure.before else { return }
        letters.removeFirst(unsure.letters)
        bytes.merge(unsure.bytes) { $0 - $1 }
        bytes = bytes.filter { $0.value != 0 }
    }
}
