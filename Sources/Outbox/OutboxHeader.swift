import Positioning

/// What `outbox.db` says about itself.
public struct OutboxHeader: Equatable, Sendable {
    /// The life that the ids belong to.
    public var generation: Generation
    /// The id that the next fix gets; ids below it that have no row are gone for ever.
    public var nextID: Int64
    /// Every id up to here is resolved.
    public var lowWater: Int64
    /// True while the operator has recording paused.
    public var isPaused: Bool
    /// The accounting as of the last commit.
    public var counters: OutboxCounters
}
