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
    /// The last fix before a gap or the end closes the `max-error` segment.
    case segmentEnd = "segment-end"
    /// The one point of a stop, if no other reason kept one there.
    case stop
    /// The last fix at a stop, kept once the departure is certain: here the way out begins. (With `max-error` that
    /// trigger keeps it.)
    case departure
}
