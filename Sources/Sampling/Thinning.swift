import Positioning

/// Makes a track that was kept once coarser, by the `max-error` rule and nothing else.
public enum Thinning {
    /// The sample times of those fixes of `run` that are not needed: of none of them is the vehicle farther than `bound`
    /// metres from where the others, joined in straight lines at constant speed, put it at that time.
    ///
    /// `run` is of one vehicle and ascends in sample time. Its first and its last fix are needed.
    public static func superfluous(in run: [Fix], within bound: Double) -> [UTCTime] {
        var rules = SamplingRules()
        (rules.interval, rules.heartbeat, rules.maxAccuracy, rules.maxSpeed) = (nil, nil, nil, nil)
        rules.parked = false
        rules.maxError = bound
        var sampler = Sampler(rules: rules, lastKept: nil)
        var times: [UTCTime] = []
        func note(_ decision: Decision) {
            if decision.verdict == .drop(.noTrigger) { times.append(decision.fix.sampleTime) }
        }
        for fix in run { sampler.consider(fix, decide: note) }
        sampler.finish(decide: note)
        return times
    }
}
