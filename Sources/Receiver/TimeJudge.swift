import Positioning

/// Decides which time a fix is given: the receiver's own, once there is reason to believe it. Pure.
///
/// Until consecutive fixes go on in step with the boot time (`AgreementRun`), epochs wait in a ring. From then on an
/// epoch in step with the last one passes at once; one out of step waits, until those after it agree with it, which
/// sets the time anew, or contradict it.
struct TimeJudge {
    /// Milliseconds up to which a time set anew is a correction, such as the leap seconds that a receiver learns up to
    /// 12.5 minutes after its first fix: sample times ascend through it.
    static let correction: Int64 = 60_000

    /// The receiver's time and the boot time of one moment.
    typealias Instant = (time: UTCTime, boot: BootTime)

    private let buildDate: UTCTime
    private(set) var trust: TimeTrust
    /// The last epoch in step, while the time is trusted.
    private(set) var anchor: Instant?
    /// Since when the time has gone on without being set anew by more than a correction; nil before it is trusted.
    private(set) var steadySince: BootTime?
    /// The same, whatever the system clock had to say: since when the receiver is of one mind with itself.
    private var agreedSince: BootTime?
    /// The excess of its step.
    private var excess: Int64 = 0
    /// The greatest time handed out since the time was last set anew by more than a correction.
    private var newest: UTCTime?
    /// What was last said of a system clock that is behind, until it agrees: whether it was overruled.
    private var saidOfClock: Bool?
    private var waiting: WaitingEpochs

    /// A judge that believes nothing before `buildDate`, goes on from `anchor` if there is one, and lets at most
    /// `capacity` epochs wait.
    init(buildDate: UTCTime, anchor: Instant?, capacity: Int = 600) {
        self.buildDate = buildDate
        self.anchor = anchor
        (steadySince, agreedSince) = (anchor?.boot, anchor?.boot)
        newest = anchor?.time
        trust = anchor == nil ? .unknown : .trusted
        waiting = WaitingEpochs(capacity: capacity)
    }

    /// Epochs that wait.
    var held: Int { waiting.count }

    /// Takes in the next epoch. `systemClock` says the time of a synchronised system clock.
    mutating func judge(_ epoch: Epoch, systemClock: () -> UTCTime?, report: (ReceiverEvent) -> Void) {
        let hasPosition = epoch.report.coordinate != nil
        guard let claim = epoch.report.time else { return report(.dropped(.withoutTime(hasPosition: hasPosition))) }
        let clock = heed(systemClock(), at: epoch.received, report)
        let time = repaired(claim, at: epoch.received, clock)
        switch verdict(at: (time, epoch.received), hasPosition: hasPosition, clock) {
        case .accept:
            abandonWaiting(report)
            accept(epoch, at: time, report)
        case .drop(let reason):
            report(.dropped(reason))
        case .dropWithoutPosition(let reason):
            waiting.interrupt()
            becomeProvisional(report)
            report(.dropped(reason))
        case .dropBeyondClock(let excess):
            if anchor == nil { sayOfClock(behind: excess, isOverruled: false, report) }
            report(.dropped(.future))
        case .wait(let otherwise):
            becomeProvisional(report)
            hold(EpochRing.Entry(epoch: epoch, time: time, otherwise: otherwise), report)
        }
    }

    /// Drops what still waits: at the end.
    mutating func finish(report: (ReceiverEvent) -> Void) {
        abandonWaiting(report)
    }

    // MARK: - The decision

    private enum Verdict {
        case accept
        case drop(EpochDrop)
        /// Not worth a place in the ring.
        case dropWithoutPosition(EpochDrop)
        /// So many milliseconds beyond the system clock.
        case dropBeyondClock(Int64)
        /// Until agreement; without it the epoch is dropped for this reason.
        case wait(otherwise: EpochDrop)
    }

    private func verdict(at instant: Instant, hasPosition: Bool, _ clock: UTCTime?) -> Verdict {
        if instant.time < buildDate { return .drop(.beforeBuild) }
        var otherwise = EpochDrop.unconfirmed
        if let anchor {
            if instant.time == anchor.time { return .drop(.duplicate) }
            let step = TimeStep(from: anchor, to: instant)
            if step.follows(excess) { return .accept }
            otherwise = step.excess < 0 ? .backwards : step.excess > TimeStep.future ? .future : .jump
        }
        if let clock, case let excess = instant.time.since(clock), excess > ClockSay.tolerance {
            return .dropBeyondClock(excess)
        }
        if instant.time == waiting.newestTime { return .drop(.duplicate) }
        guard hasPosition else { return .dropWithoutPosition(anchor == nil ? .noPosition : otherwise) }
        return .wait(otherwise: otherwise)
    }

    /// `claim` in the 1024-week epoch that it belongs to, as far as that is known. Without an anchor or a clock, only the
    /// build date tells that a time is wrong.
    private func repaired(_ claim: UTCTime, at boot: BootTime, _ clock: UTCTime?) -> UTCTime {
        if let known = expectedTime(at: boot) ?? clock {
            return WeekRollover.repaired(claim, near: max(known, buildDate))
        }
        return claim < buildDate ? WeekRollover.repaired(claim, near: buildDate) : claim
    }

    /// A system clock that is synchronised only now has the say that it would have had at the start, unless the receiver's
    /// time has gone on for too long. Returns the clock if it is to be heeded further.
    private mutating func heed(
        _ clock: UTCTime?, at boot: BootTime, _ report: (ReceiverEvent) -> Void
    ) -> UTCTime? {
        guard let clock, clock >= buildDate else { return nil }
        guard let agreedSince, let expected = expectedTime(at: boot) else { return clock }
        switch ClockSay(of: clock, on: expected, lasted: boot.since(agreedSince)) {
        case .agreed:
            saidOfClock = nil
            return clock
        case .shift(let milliseconds):
            shift(by: milliseconds, at: boot, report)
            return heed(clock, at: boot, report)
        case .giveUp:
            giveUp(report)
            return clock
        case .outweighed(let excess):
            sayOfClock(behind: excess, isOverruled: true, report)
            return nil
        }
    }

    private mutating func shift(by milliseconds: Int64, at boot: BootTime, _ report: (ReceiverEvent) -> Void) {
        abandonWaiting(report)
        (newest, excess) = (nil, 0)
        anchor = anchor.map { ($0.time.advanced(by: milliseconds), $0.boot) }
        steadySince = boot
        report(.reanchored(milliseconds: milliseconds))
    }

    private mutating func giveUp(_ report: (ReceiverEvent) -> Void) {
        abandonWaiting(report)
        (newest, excess) = (nil, 0)
        (anchor, steadySince, agreedSince) = (nil, nil, nil)
        trust = .provisional
        report(.trust(.provisional))
    }

    private mutating func sayOfClock(behind excess: Int64, isOverruled: Bool, _ report: (ReceiverEvent) -> Void) {
        guard saidOfClock != isOverruled else { return }
        saidOfClock = isOverruled
        report(.clockBehind(milliseconds: excess, isOverruled: isOverruled))
    }

    private func expectedTime(at boot: BootTime) -> UTCTime? {
        anchor.map { $0.time.advanced(by: boot.since($0.boot)) }
    }

    private mutating func becomeProvisional(_ report: (ReceiverEvent) -> Void) {
        guard trust == .unknown else { return }
        trust = .provisional
        report(.trust(.provisional))
    }

    // MARK: - Waiting and agreement

    private mutating func hold(_ entry: EpochRing.Entry, _ report: (ReceiverEvent) -> Void) {
        if waiting.append(entry) != nil { report(.dropped(.overflow)) }
        if let excess = waiting.agreedExcess { settle(on: entry, excess: excess, report) }
    }

    /// Believes the clock of `entry`, the newest that waits: hands out those that it bears out, drops the others.
    private mutating func settle(on entry: EpochRing.Entry, excess: Int64, _ report: (ReceiverEvent) -> Void) {
        setTime(by: entry, report)
        let (others, inStep) = waiting.takeAll(excess: excess)
        for entry in others { report(.dropped(entry.otherwise)) }
        for entry in inStep { accept(entry.epoch, at: entry.time, report) }
        self.excess = excess
    }

    /// Says how the time that `entry` stands for differs from what was believed before.
    private mutating func setTime(by entry: EpochRing.Entry, _ report: (ReceiverEvent) -> Void) {
        if let expected = expectedTime(at: entry.epoch.received) {
            let shift = entry.time.since(expected)
            guard abs(shift) > Self.correction else { return }
            newest = nil
            report(.reanchored(milliseconds: shift))
        } else {
            trust = .trusted
            report(.trust(.trusted))
        }
        (steadySince, agreedSince) = (entry.epoch.received, entry.epoch.received)
    }

    private mutating func abandonWaiting(_ report: (ReceiverEvent) -> Void) {
        for entry in waiting.takeAll() { report(.dropped(entry.otherwise)) }
    }

    private mutating func accept(_ epoch: Epoch, at time: UTCTime, _ report: (ReceiverEvent) -> Void) {
        if let anchor { excess = TimeStep(from: anchor, to: (time, epoch.received)).excess }
        anchor = (time, epoch.received)
        if let newest, time <= newest { return report(.dropped(.backwards)) }
        newest = time
        report(.fix(epoch.fix(at: time)))
    }
}
