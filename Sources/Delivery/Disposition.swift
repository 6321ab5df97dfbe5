/// What becomes of a batch after an attempt.
public enum Disposition: Equatable, Sendable {
    /// Fixes that the answer does not name are acknowledged; those it names go by `ItemDisposition`.
    case delivered
    /// The same bytes later.
    case again(Again)
    /// Send the halves, to find the fix that the service refuses.
    case bisect
    /// This fix, alone in its batch, is refused for good.
    case deadLetter
    /// Nothing is wrong with the data: keep it, say so once, probe slowly.
    case hold(HoldReason)

    /// How soon, and with what changed, the same bytes go again.
    public enum Again: Equatable, Sendable {
        /// After the transient back-off of the AWS standard retry.
        case transient
        /// After its throttling back-off, and the drain slows down.
        case throttled
        /// At once, with credentials fetched anew.
        case refreshed
        /// At once, signed with the corrected clock.
        case corrected
    }
}
