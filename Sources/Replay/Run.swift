import Positioning
import Sampling

/// A recording after it went through the sampling rules.
struct Run {
    let recording: Recording
    /// What became of each fix of the recording.
    let verdicts: [Verdict]
    /// What would have been stored, in order of sample time.
    let kept: [Fix]

    init(_ recording: Recording, rules: SamplingRules) {
        self.recording = recording
        // Every fix is decided exactly once, so that none of these stays.
        var verdicts = Array(repeating: Verdict.drop(.noTrigger), count: recording.fixes.count)
        var kept: [Fix] = []
        func note(_ decision: Decision) {
            verdicts[Int(decision.fix.received.milliseconds)] = decision.verdict
            if case .keep = decision.verdict { kept.append(decision.fix) }
        }
        var sampler = Sampler(rules: rules, lastKept: nil)
        for fix in recording.fixes { sampler.consider(fix, decide: note) }
        sampler.finish(decide: note)
        (self.verdicts, self.kept) = (verdicts, kept)
    }

    /// The fixes that passed the gates, in order of sample time.
    var passed: some Sequence<Fix> {
        zip(recording.fixes, verdicts).lazy.filter { !$0.1.failedGate }.map(\.0)
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
