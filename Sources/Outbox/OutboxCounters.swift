/// What became of every epoch and every kept fix since the outbox was made, as committed with the rows.
///
/// `received == held + kept + droppedTotal` and `kept == pending + delivered + dead + shedTotal`, always.
public struct OutboxCounters: Equatable, Sendable {
    /// Epochs that came from the receiver.
    public var received: Int64 = 0
    /// Fixes that were stored.
    public var kept: Int64 = 0
    /// Epochs that were dropped, by rule.
    public var dropped: [String: Int64] = [:]
    /// Stored fixes that left without delivery, by cause (`ShedCause`).
    public var shed: [String: Int64] = [:]
    /// Stored fixes that the tracker acknowledged, as copied from `delivery.db`.
    public var delivered: Int64 = 0
    /// Stored fixes that the tracker refused for good, as copied from `delivery.db`.
    public var dead: Int64 = 0

    /// All zero.
    public init() {}

    /// Dropped epochs, all rules together.
    public var droppedTotal: Int64 { dropped.values.reduce(0, +) }
    /// Shed fixes, all causes together.
    public var shedTotal: Int64 { shed.values.reduce(0, +) }
    /// Epochs that are neither stored nor dropped: in RAM when the counters were committed.
    public var held: Int64 { received - kept - droppedTotal }
    /// Stored fixes that wait for their acknowledgement.
    public var pending: Int64 { kept - delivered - dead - shedTotal }
}

/// Why a stored fix left the outbox without delivery. The raw value is the word that `status` uses.
public enum ShedCause: String, CaseIterable, Sendable {
    /// Older than `outbox.max-age`.
    case age
    /// One that the track can do without, to stay below `outbox.max-size` or the disk's limit.
    case thinned
    /// The oldest, to stay below it when nothing was left to thin.
    case size
    /// Unreadable after damage to the file.
    case damage
}
