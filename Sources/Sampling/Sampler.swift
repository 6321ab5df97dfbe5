import Positioning

/// Decides for each fix whether it is kept, comparing with the last *kept* fix. Pure: no clock, no library.
///
/// Every fix that goes in comes out of `decide` exactly once, in order of sample time among those kept. Some come out
/// later than they went in: suspects of the `max-speed` gate, the end of a `max-error` segment, the way out of a
/// parking place. `undecided` counts them; there are never more than 100.
///
/// A sampler begins parked, at the last kept fix or at the first one: a vehicle that moves shows it within seconds, and
/// its way is kept from the start, whereas one that stands is one point from its first fix on.
public struct Sampler: Sendable {
    /// The newest fix that was kept: what the next one is compared with.
    public internal(set) var lastKept: Fix?

    let rules: SamplingRules
    private var gates: Gates
    private var speedGate: SpeedGate
    var triggers: Triggers
    var segment: Segment?
    var stop: Stop?
    var detector = StopDetector()

    /// A sampler that goes on after `lastKept`, the newest fix of the outbox.
    public init(rules: SamplingRules, lastKept: Fix?) {
        self.rules = rules
        gates = Gates(rules: rules, lastTime: lastKept?.sampleTime)
        speedGate = SpeedGate(maxSpeed: rules.maxSpeed, anchor: lastKept)
        triggers = Triggers(rules: rules)
        if let lastKept { begin(at: lastKept) }
    }

    /// Fixes that went in and have not come out: they are "held" in the accounting.
    public var undecided: Int {
        speedGate.suspects.count + (stop?.way.count ?? 0) + (segment?.waiting.count ?? 0)
    }

    /// Considers the next epoch; calls `decide` zero or more times.
    public mutating func consider(_ fix: Fix, decide: (Decision) -> Void) {
        switch gates.judge(fix) {
        case .passes:
            considerSpeed(of: fix, decide)
        case .repeatsTime:
            decide(Decision(fix: fix, verdict: .drop(.notAscending)))
        case .fails(let reason):
            closeSegment(.segmentEnd, decide)
            decide(Decision(fix: fix, verdict: .drop(reason)))
        }
    }

    /// Notes that the receiver lost its fix: the last place before the gap is decided.
    public mutating func loseFix(decide: (Decision) -> Void) {
        closeSegment(.segmentEnd, decide)
    }

    /// Decides all that is undecided, at a shutdown.
    public mutating func finish(decide: (Decision) -> Void) {
        let suspects = speedGate.takeSuspects()
        if lastKept == nil, suspects.count > 1 {
            for fix in suspects { follow(fix, decide) }
        } else {
            drop(suspects, .outlier, decide)
        }
        closeSegment(.segmentEnd, decide)
        stop?.dropWay { decide(Decision(fix: $0, verdict: .drop(.parked))) }
    }

    private mutating func considerSpeed(of fix: Fix, _ decide: (Decision) -> Void) {
        switch speedGate.judge(fix) {
        case .passes(let outliers):
            drop(outliers, .outlier, decide)
            follow(fix, decide)
        case .waits(let outliers):
            drop(outliers, .outlier, decide)
            closeSegment(.segmentEnd, decide)
        case .wins(let suspects):
            for suspect in suspects { follow(suspect, decide) }
        }
    }

    /// Takes in a fix that passed the gates.
    private mutating func follow(_ fix: Fix, _ decide: (Decision) -> Void) {
        if lastKept == nil {
            keep(fix, .first, decide)
            begin(at: fix)
        } else if stop != nil {
            rest(at: fix, decide)
        } else if rules.parked, let arrival = detector.arrival(of: fix) {
            park(at: fix, since: arrival, decide)
        } else {
            move(to: fix, decide)
        }
    }

    /// Makes `kept` what everything is compared with, and the place of a stop.
    mutating func begin(at kept: Fix) {
        compare(with: kept)
        if rules.parked { stop = Stop(at: kept) }
    }

    // MARK: What the rules share

    mutating func keep(_ fix: Fix, _ reason: KeepReason, _ decide: (Decision) -> Void) {
        compare(with: fix)
        decide(Decision(fix: fix, verdict: .keep(reason)))
    }

    func drop(_ fixes: [Fix], _ reason: DropReason, _ decide: (Decision) -> Void) {
        for fix in fixes { decide(Decision(fix: fix, verdict: .drop(reason))) }
    }

    func isHeartbeatDue(at fix: Fix) -> Bool {
        guard let heartbeat = rules.heartbeat, let lastKept else { return false }
        return fix.sampleTime.since(lastKept.sampleTime) >= heartbeat
    }

    private mutating func compare(with kept: Fix) {
        lastKept = kept
        triggers.restart(at: kept)
        if let bound = rules.maxError, rules.keepWhen == .any { segment = Segment(from: kept, bound: bound) }
    }
}
