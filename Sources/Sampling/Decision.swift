import Positioning

/// What became of one epoch, and why.
public struct Decision: Equatable, Sendable {
    /// The fix as it is to be stored: the epoch's own, but for a parked heartbeat, which carries the stop's position.
    public var fix: Fix
    /// Kept or dropped.
    public var verdict: Verdict

    /// The decision `verdict` about `fix`.
    public init(fix: Fix, verdict: Verdict) {
        self.fix = fix
        self.verdict = verdict
    }
}
