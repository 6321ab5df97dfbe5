/// How far the receiver's time is to be relied on. The raw value is the word of `status` and `state.json`.
public enum TimeTrust: String, CaseIterable, Sendable {
    /// No plausible time was seen.
    case unknown
    /// A plausible time was seen; its epochs wait until others agree.
    case provisional
    /// Enough consecutive fixes agreed; sample times are handed out.
    case trusted
}
