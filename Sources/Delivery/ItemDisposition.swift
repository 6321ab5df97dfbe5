/// What becomes of one fix that a 200 answer names in its `Errors`.
public enum ItemDisposition: Equatable, Sendable {
    /// Only this fix goes again, later.
    case again
    /// Only this fix goes again, at most `OutcomePolicy.tries` times in all; then it is a dead letter.
    case againBounded
    /// Refused for good.
    case deadLetter
    /// The configuration is wrong, not the fix.
    case hold(HoldReason)
}
