import AmazonLocation
import Outbox

/// The fixes that an answer names, sorted by what `OutcomePolicy` decides about each.
struct SortedRefusals {
    /// They go again later.
    private(set) var again: [StoredFix] = []
    /// They are refused for good.
    private(set) var condemned: [Answer.Refusal] = []
    /// What has to be mended first, with a sentence about it.
    private(set) var hold: (HoldReason, String)?
    /// An error of a fix that goes again.
    private(set) var passing: UpdateError?
    /// The service asked for fewer requests.
    private(set) var areThrottled = false

    /// `tries` counts the earlier refusals of these fixes.
    init(_ refusals: [Answer.Refusal], tries: Int) {
        for refusal in refusals {
            areThrottled = areThrottled || refusal.error.code == "ThrottlingError"
            switch OutcomePolicy.disposition(ofItem: refusal.error.code) {
            case .again: later(refusal)
            case .againBounded where tries + 1 < OutcomePolicy.tries: later(refusal)
            case .againBounded, .deadLetter: condemned.append(refusal)
            case .hold(let reason): hold = (reason, "The service answered \(refusal.error.sentence).")
            }
        }
    }

    private mutating func later(_ refusal: Answer.Refusal) {
        again.append(refusal.fix)
        passing = refusal.error
    }
}
