import Outbox

/// One request that the engine wants sent now.
public struct DeliveryAttempt: Equatable, Sendable {
    /// Names the attempt in `DeliveryEngine.answered`.
    public var number: Int
    /// 1...10 fixes, ascending; the same fixes in a later attempt are to be the same bytes.
    public var fixes: [StoredFix]
    /// The service refused the credentials: fetch them anew instead of using those in hand.
    public var refreshCredentials: Bool
}
