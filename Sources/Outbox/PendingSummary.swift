import Positioning

/// What waits for delivery, at one look.
public struct PendingSummary: Equatable, Sendable {
    /// Fixes that wait.
    public var count: Int64
    /// Sample time of the oldest; nil if none waits.
    public var oldest: UTCTime?
    /// Bytes of `outbox.db`.
    public var bytes: Int64
}
