import Positioning

/// The epochs that wait for a trusted time, and whether those that came last agree on one.
struct WaitingEpochs {
    private var ring: EpochRing
    private var run: AgreementRun?

    /// Lets at most `capacity` epochs wait.
    init(capacity: Int) {
        ring = EpochRing(capacity: capacity)
    }

    /// How many wait.
    var count: Int { ring.count }

    /// The time that the newest one claims.
    var newestTime: UTCTime? { ring.last?.time }

    /// How much more than the boot time the last step of those went on that agree; nil while they do not.
    var agreedExcess: Int64? { run.flatMap { $0.isAgreement ? $0.excess ?? 0 : nil } }

    /// Takes in the next one; returns the oldest if it had to make room.
    mutating func append(_ entry: EpochRing.Entry) -> EpochRing.Entry? {
        let mode = entry.epoch.report.mode
        if run == nil {
            run = AgreementRun(entry.time, entry.epoch.received, mode)
        } else {
            run?.add(entry.time, entry.epoch.received, mode)
        }
        return ring.append(entry)
    }

    /// An epoch without a position came between.
    mutating func interrupt() {
        run?.interrupt()
    }

    /// Empties it; what was in it, oldest first.
    mutating func takeAll() -> [EpochRing.Entry] {
        run = nil
        return ring.removeAll()
    }

    /// The same in two parts: those from which on each goes on to the next as those that agree do, with `excess` at the
    /// last step, and the others before them.
    mutating func takeAll(excess: Int64) -> (others: ArraySlice<EpochRing.Entry>, inStep: ArraySlice<EpochRing.Entry>) {
        let all = takeAll()
        let first = Self.firstInStep(of: all, excess: excess)
        return (all[..<first], all[first...])
    }

    /// The oldest one from which on each goes on to the next as those that agree do.
    private static func firstInStep(of entries: [EpochRing.Entry], excess: Int64) -> Int {
        var first = entries.count - 1
        var excess = excess
        while first > 0 {
            let step = TimeStep(
                from: (entries[first - 1].time, entries[first - 1].epoch.received),
                to: (entries[first].time, entries[first].epoch.received))
            guard step.follows(excess) else { break }
            excess = step.excess
            first -= 1
        }
        return first
    }
}
