/// Kept or dropped, each with the one reason that decided it.
public enum Verdict: Equatable, Sendable {
    /// The fix goes into the outbox.
    case keep(KeepReason)
    /// The fix is counted and forgotten.
    case drop(DropReason)
}

/// Why a fix was kept. The raw value is the word that `replay --explain` and the counters use.
public enum KeepReason: String, CaseIterable, Sendable {
    /// No fix was kept before it.
    case first
    /// The `interval` trigger.
    case interval
    /// The `distance` trigger.
    case distance
    /// The `accuracy` trigger.
    case accuracy
    /// The `max-error` trigger: without it the drawn track would stray beyond the bound.
    case maxError = "max-error"
    /// The `turn` trigger.
    case turn
    /// Every trigger that is on, under `keep-when = all`.
    case all
    /// Nothing was kept for the heartbeat's time.
    case heartbeat
    /// The last place before a stop, a gap or the end closes the `max-error` segment.
    case segmentEnd = "segment-end"
    /// The way out of a parking place, kept from the ring once the departure is certain.
    case departure
}

/// Why a fix was dropped. The raw value is the word that `status`, `replay` and the counters use.
public enum DropReason: String, CaseIterable, Sendable {
    /// No 2D or 3D position, out of range, or 0/0 without an error estimate.
    case noPosition = "no-position"
    /// Sample time not above the last one.
    case notAscending = "not-ascending"
    /// Horizontal error above `max-accuracy`.
    case inaccurate
    /// A jump faster than `max-speed`.
    case outlier
    /// Within the noise of the place where the vehicle is parked.
    case parked
    /// No trigger wanted it.
    case noTrigger = "no-trigger"
}
