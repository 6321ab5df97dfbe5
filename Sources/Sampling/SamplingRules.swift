/// The operator's sampling settings: which fixes are worth keeping.
///
/// A rule that is nil is off. Defaults are those of `waypost.conf`.
public struct SamplingRules: Equatable, Sendable {
    /// How the triggers that are on combine.
    public enum Combination: Equatable, Sendable {
        /// One trigger is enough.
        case any
        /// Every trigger that is on must want the fix.
        case all
    }

    /// Trigger: sample time at least this many milliseconds after the last kept fix.
    public var interval: Int64? = 30_000
    /// Trigger: at least this many metres from the last kept fix.
    public var distance: Double?
    /// Trigger: moved more than the sum of both fixes' horizontal errors, as the service's AccuracyBased filter.
    public var accuracy = false
    /// Trigger: the error bound in metres of the track that the kept fixes draw; heeded under `any` only. Where `parked`
    /// is on, that wins: within a stop the bound is the noise of the stop.
    public var maxError: Double?
    /// Trigger: course changed by at least this many degrees.
    public var turn: Double?
    /// How the triggers combine.
    public var keepWhen = Combination.any
    /// A position at least every this many milliseconds, whatever the triggers say.
    public var heartbeat: Int64? = 300_000
    /// Gate: the greatest horizontal error in metres.
    public var maxAccuracy: Double? = 100
    /// Gate: the greatest speed in m/s that a jump may imply.
    public var maxSpeed: Double? = 90
    /// A stop is one point, however long and noisy; this wins over every trigger, `max-error` too.
    public var parked = true

    /// The defaults.
    public init() {}
}
