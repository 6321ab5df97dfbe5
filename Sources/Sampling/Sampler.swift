import Positioning

/// Decides for each fix whether it is kept, comparing with the last *kept* fix. Pure: no clock, no library.
///
/// Every fix that goes in comes out of `decide` exactly once, in order of sample time among those kept. Some come out
/// later than they went in (`max-error` keeps the previous fix; a departure is back-filled): `undecided` counts them.
public struct Sampler: Sendable {
    /// A sampler that goes on after `lastKept`, the newest fix of the outbox.
    public init(rules: SamplingRules, lastKept: Fix?) {
    }

    /// Fixes that went in and have not come out: they are "held" in the accounting.
    public var undecided: Int { 0 }

    /// Considers the next epoch; calls `decide` zero or more times.
    public mutating func consider(_ fix: Fix, decide: (Decision) -> Void) {
    }

    /// Decides all that is undecided: at a shutdown, or when the receiver lost its fix.
    public mutating func finish(decide: (Decision) -> Void) {
    }
}
