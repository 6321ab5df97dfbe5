import Positioning

/// Decides for each fix whether it is kept, comparing with the last *kept* fix. Pure: no clock, no library.
///
/// Every fix that goes in comes out of `decide` exactly once, in order of sample time among those kept. Some come out
/// later than they went in (`max-error` keeps the previous fix; a departure is back-filled): `undecided` counts them.
public struct Sampler: Sendable {
    /// The newest fix that was kept: what the next one is compared with.
    public private(set) var lastKept: Fix?
    private let rules: SamplingRules
    private var gates: Gates
    private let triggers: Triggers

    /// A sampler that goes on after `lastKept`, the newest fix of the outbox.
    public init(rules: SamplingRules, lastKept: Fix?) {
        self.rules = rules
        self.lastKept = lastKept
        gates = Gates(rules: rules, lastTime: lastKept?.sampleTime)
        triggers = Triggers(rules: rules)
    }

    /// Fixes that went in and have not come out: they are "held" in the accounting.
    public var undecided: Int { 0 }

    /// Considers the next epoch; calls `decide` zero or more times.
    public mutating func consider(_ fix: Fix, decide: (Decision) -> Void) {
        switch gates.judge(fix) {
        case .failure(let gate):
            decide(Decision(fix: fix, verdict: .drop(gate.reason)))
        case .success:
            let verdict = verdict(on: fix)
            if case .keep = verdict { lastKept = fix }
            decide(Decision(fix: fix, verdict: verdict))
        }
    }

    /// Decides all that is undecided: at a shutdown, or when the receiver lost its fix.
    public mutating func finish(decide: (Decision) -> Void) {
    }

    private func verdict(on fix: Fix) -> Verdict {
        guard let lastKept else { return .keep(.first) }
        if let reason = triggers.reason(for: fix, after: lastKept) { return .keep(reason) }
        if let heartbeat = rules.heartbeat, fix.sampleTime.since(lastKept.sampleTime) >= heartbeat {
            return .keep(.heartbeat)
        }
        return .drop(.noTrigger)
    }
}
