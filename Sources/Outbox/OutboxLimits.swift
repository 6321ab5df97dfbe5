/// How much an outbox may hold, and for how long.
public struct OutboxLimits: Equatable, Sendable {
    /// Bytes that `outbox.db` and its WAL take together at most (`outbox.max-size`).
    public var maxSize: Int64 = 256 << 20
    /// Milliseconds after which a pending fix is shed (`outbox.max-age`).
    public var maxAge: Int64 = 28 * 86_400_000
    /// Milliseconds for which a resolved fix stays (`outbox.keep-delivered`).
    public var keepDelivered: Int64 = 7 * 86_400_000

    /// The defaults of `waypost.conf`.
    public init() {}
}
