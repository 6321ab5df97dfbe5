/// Why a fix was dropped. The raw value is the word that `status`, `replay` and the counters use.
public enum DropReason: String, CaseIterable, Sendable {
    /// No 2D or 3D position, out of range, or 0/0 without an error estimate.
    case noPosition = "no-position"
    /// Sample time not above the last one.
    case notAscending = "not-ascending"
    /// Horizontal error above `max-accuracy`.
    case inaccurate
    /// A jump faster than `max-speed`, or a first fix that nothing after it confirmed.
    case outlier
    /// Within the noise of the place where the vehicle is parked.
    case parked
    /// No trigger wanted it.
    case noTrigger = "no-trigger"
}
