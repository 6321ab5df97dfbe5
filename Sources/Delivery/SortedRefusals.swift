import AmazonLocation
import Outbox

/// The fixes that an answer names, sorted by what `OutcomePolicy` decides about each.
struct SortedRefusals {
    /// They go again later.
    private(set) var again: [Answer.Refusal] = []
    /// They are refused for good.
    private(set) var condemned: [Answer.Refusal] = []
    /// Something has to be mended first.
    private(set) var held: [Answer.Refusal] = []
    /// What has to be mended, with a sentence about it.
    private(set) var hold: (reason: HoldReason, sentence: String)?
    /// The service asked for fewer requests.
    private(set) var areThrottled = false

    /// `tries` counts the earlier refusals of these fixes.
    init(_ refusals: [Answer.Refusal], tries: Int) {
        for refusal in refusals {
            areThrottled = areThrottled || refusal.error.code == "ThrottlingError"
            switch OutcomePolicy.disposition(ofItem: refusal.error.code) {
            case .again: again.append(refusal)
            case .againBounded where tries + 1 < OutcomePolicy.tries: again.append(refusal)
            case .againBounded, .deadLetter: condemned.append(refusal)
            case .hold(let reason):
                held.append(refusal)
                hold = (reason, "The service answered \(refusal.error.sentence).")
            }
        }
    }

    /// An error of a fix that goes again.
    var passing: UpdateError? { again.last?.error }
}
