/// Epochs counted since the last commit: what the next commit adds to the counters.
public struct Tally: Equatable, Sendable {
    /// Epochs that came from the receiver, whatever became of them.
    public var received: Int64 = 0
    /// Epochs that were dropped, by the word of the rule that dropped them.
    public var dropped: [String: Int64] = [:]

    /// Nothing counted.
    public init() {}

    /// True if nothing was counted.
    public var isEmpty: Bool { received == 0 && dropped.isEmpty }

    /// Counts one dropped epoch.
    public mutating func drop(_ reason: String) {
        dropped[reason, default: 0] += 1
    }

    /// Takes back what was counted in `part`.
    public mutating func remove(_ part: Tally) {
        received -= part.received
        dropped.merge(part.dropped) { $0 - $1 }
        dropped = dropped.filter { $0.value != 0 }
    }
}
