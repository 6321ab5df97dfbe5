import Outbox

/// One request that the engine wants sent now.
public struct DeliveryAttempt: Equatable, Sendable {
    /// Names the attempt in `DeliveryEngine.answered`.
    public var number: Int
    /// 1...10 fixes, ascending; the same fixes in a later attempt are to be the same bytes.
    public var fixes: [StoredFix]
    /// Number of the attempt before it with the same fixes; nil for the first.
    public var previous: Int?
    /// The service refused the credentials of the previous attempt: do not use the same again.
    public var refreshCredentials: Bool
    /// The service refused the time of the previous attempt: sign by the service's own clock.
    public var correctClock: Bool

    /// True if `result` is the tracker's own word about each of these fixes.
    public func isAnswered(by result: AttemptResult) -> Bool {
        guard case .success(let errors) = result.answer else { return false }
        return Answer(errors, to: fixes) != nil
    }
}
