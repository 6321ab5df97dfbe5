/// Kept or dropped, each with the one reason that decided it.
public enum Verdict: Equatable, Sendable {
    /// The fix goes into the outbox.
    case keep(KeepReason)
    /// The fix is counted and forgotten.
    case drop(DropReason)
}
