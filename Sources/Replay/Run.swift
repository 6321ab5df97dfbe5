import Positioning
import Sampling

/// A recording after it went through the sampling rules.
struct Run {
    /// Every fix of the recording with its decision, in the order of the recording. The fix is as it was recorded.
    let decisions: [(fix: Fix, verdict: Verdict)]
    /// What would have been stored, in order of sample time.
    let kept: [Fix]
    /// The fixes that passed the gates, in order of sample time.
    let passed: [Fix]

    init(_ recording: Recording, rules: SamplingRules) {
        var verdicts: [Verdict?] = Array(repeating: nil, count: recording.fixes.count)
        var kept: [Fix] = []
        func note(_ decision: Decision) {
            verdicts[Int(decision.fix.received.milliseconds)] = decision.verdict
            if case .keep = decision.verdict { kept.append(decision.fix) }
        }
        var sampler = Sampler(rules: rules, lastKept: nil)
        for fix in recording.fixes { sampler.consider(fix, decide: note) }
        sampler.finish(decide: note)
        decisions = zip(recording.fixes, verdicts).compactMap { fix, verdict in verdict.map { (fix, $0) } }
        self.kept = kept
        passed = decisions.filter { !$0.verdict.failedGate }.map(\.fix)
    }
}

extension Verdict {
    /// True if a gate dropped the fix, so that nobody knows whether the vehicle was there.
    fileprivate var failedGate: Bool {
        switch self {
        case .drop(.noPosition), .drop(.notAscending), .drop(.inaccurate), .drop(.outlier): true
        case .drop(.parked), .drop(.noTrigger), .keep: false
        }
    }
}
