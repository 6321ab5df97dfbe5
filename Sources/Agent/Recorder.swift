import Outbox
import Positioning
import Runtime

/// Brings kept fixes and the count of all epochs into the outbox.
///
/// A kept fix waits in RAM until its commit: for `commit-every`, or, while the outbox cannot be written, until it can
/// be. The ring for that is bounded; what it drops is counted. Counters alone are written once a minute at most, so that
/// an epoch that is dropped costs no write of its own.
final class Recorder {
    /// So many fixes do not wait for `commit-every`.
    static let commitSize = 500
    /// Milliseconds that counted epochs wait for a commit at most.
    static let tallyPeriod: Int64 = 60_000
    /// Milliseconds before the end of `tallyPeriod` in which a commit of counters alone goes along with what else is done.
    static let leeway: Int64 = 5000
    /// Milliseconds that a first opening waits for another agent, which may be one that ends (`Ending.limit`).
    static let patience: Int64 = 12_000

    /// Paths, limits, and the window of a commit.
    var settings: RecorderSettings {
        didSet { writer?.limits = settings.limits }
    }
    /// Why the outbox cannot be written; nil if it can.
    private(set) var failure: OutboxError?
    private(set) var writer: OutboxWriter? {
        willSet { lastCounters = writer?.counters ?? lastCounters }
    }

    /// Called all the time while an opening takes long, for which the loop stands still.
    var signOfLife: () -> Void = {}
    /// Hears what happens.
    var report: (RecorderEvent) -> Void = { _ in }

    private let clock: any MachineClock
    private let trustedTime: () -> TrustedTime?
    private var steadiness = Steadiness()
    private var ram = Waiting()
    private var retry: (at: BootTime, delay: Int64)?
    /// Those of the outbox when it was last open.
    private var lastCounters = OutboxCounters()
    private var inUseSince: BootTime?
    private var hasOpened = false
    private var isPaused = false
    private var isDamaged = false
    private var housekeeping = Housekeeping()

    /// A recorder that has not opened its file yet. Ages are judged by `trustedTime` once it is steady; until then nothing
    /// is old.
    init(settings: RecorderSettings, clock: any MachineClock, trustedTime: @escaping () -> TrustedTime?) {
        self.settings = settings
        self.clock = clock
        self.trustedTime = trustedTime
    }

    // MARK: - Taking in

    /// Kept fixes that are not stored yet.
    var waiting: Int { ram.fixes.count }

    /// The committed counters with what was counted since; `held` includes what waits here.
    var counters: OutboxCounters {
        var counters = writer?.counters ?? lastCounters
        counters.add(ram.tally)
        return counters
    }

    /// Counts an epoch that came out of the Receiver.
    func receive(now: BootTime) {
        ram.receive(now: now)
    }

    /// Counts an epoch as dropped.
    func drop(_ reason: String) {
        ram.drop(reason)
    }

    /// Takes a fix that is to be stored.
    func keep(_ fix: Fix, now: BootTime) {
        ram.keep(fix, now: now)
        // A burst is longer than what RAM takes; what can be written does not have to fit into it.
        // The Receiver is at work on its times then, and cannot be asked for one.
        if waiting >= Self.commitSize && retry == nil { commit(now: now, time: nil) }
    }

    /// Drops the fixes that wait.
    func dropWaiting(_ reason: String) {
        ram.dropFixes(reason)
    }

    // MARK: - Writing

    /// Opens the outbox. Throws only if it must not be written at all (`newerSchema`, `foreign`); any other failure is
    /// reported and tried again.
    func open(now: BootTime) throws(OutboxError) {
        _ = attempt(now: now) { (_) throws(OutboxError) in }
        if let failure, failure.isForAPerson { throw failure }
        housekeeping.runNext(at: now)
    }

    /// Writes all that waits. True if nothing waits afterwards.
    @discardableResult
    func commit(now: BootTime) -> Bool {
        commit(now: now, time: trustedTime())
    }

    @discardableResult
    private func commit(now: BootTime, time: TrustedTime?) -> Bool {
        guard !ram.isEmpty else { return true }
        let stored = attempt(now: now) { (writer) throws(OutboxError) in
            ram.begin(on: writer)
            _ = steadiness.record(time, now: now, in: writer)
            return try commitOrMakeRoom(to: writer)
        }
        guard let stored else { return false }
        ram.clear(keeping: Self.commitSize)
        if stored > 0 { report(.stored(stored)) }
        return true
    }

    /// Stores whether recording is paused.
    func setPaused(_ paused: Bool, now: BootTime) throws(OutboxError) {
        let done: Void? = attempt(now: now) { (writer) throws(OutboxError) in try writer.setPaused(paused) }
        if done == nil, let failure { throw failure }
        isPaused = paused
    }

    /// Looks at what the uploader settled, and makes room, when the loop comes to it.
    func keepHouse(now: BootTime) {
        housekeeping.runNext(at: now)
    }

    private func commitOrMakeRoom(to writer: OutboxWriter) throws(OutboxError) -> Int {
        if let stored = try commitIfRoom(to: writer) { return stored }
        // Somebody else may have made or taken room on the disk since the last look; and the ballast is for this.
        releaseBallast()
        writer.heedDisk()
        if let stored = try commitIfRoom(to: writer) { return stored }
        try housekeeping.makeRoom(in: writer, mayDrop: waiting > Waiting.capacity / 2)
        return try writer.commit(ram.fixes, ram.tally)
    }

    private func commitIfRoom(to writer: OutboxWriter) throws(OutboxError) -> Int? {
        do throws(OutboxError) {
            return try writer.commit(ram.fixes, ram.tally)
        } catch {
            guard case .full = error else { throw error }
            return nil
        }
    }

    private func releaseBallast() {
        if Ballast(of: settings.path, limits: settings.limits).release() { report(.ballast(isInPlace: false)) }
    }

    /// Runs `body` with the open outbox; nil if that failed, which is reported and tried again later.
    private func attempt<Result>(
        now: BootTime, _ body: (OutboxWriter) throws(OutboxError) -> Result
    ) -> Result? {
        do throws(OutboxError) {
            let result = try body(try openWriter())
            if failure != nil { report(.recovered) }
            (failure, retry) = (nil, nil)
            return result
        } catch {
            fail(error, now: now)
            return nil
        }
    }

    private func openWriter() throws(OutboxError) -> OutboxWriter {
        if let writer { return writer }
        let isReopened = hasOpened
        let opened = try OutboxWriter(
            path: settings.path, deviceID: settings.deviceID, limits: settings.limits, now: clock.civilTime,
            knownDamaged: isDamaged, isReopened: isReopened, signOfLife: signOfLife)
        let newest = try opened.newestFix()
        // A pause that failed may be on the disk all the same.
        if isReopened, opened.isPaused != isPaused { try opened.setPaused(isPaused) }
        (writer, hasOpened, isDamaged, isPaused) = (opened, true, false, opened.isPaused)
        if let salvage = opened.salvage { report(.salvaged(salvage)) }
        if isReopened {
            if let stored = ram.settle(in: opened) { report(.stored(stored)) }
        } else {
            steadiness = Steadiness(after: opened.provenTime)
            report(.opened(newest: newest?.fix, isPaused: opened.isPaused))
        }
        return opened
    }

    private func fail(_ error: OutboxError, now: BootTime) {
        if case .full = error { releaseBallast() }
        let next = OutboxRetry(after: error)
        switch next.connection {
        case .kept: break
        case .opened: writer = nil
        case .mended: (writer, isDamaged) = (nil, true)
        }
        let delay = next.delay(after: retry?.delay)
        retry = (now.advanced(by: delay), delay)
        if failure != error { report(.failed(error, waiting: waiting)) }
        failure = error
        if case .inUse = error, !hasOpened { waitForOther(error, now: now) }
    }

    /// An agent that cannot ever have had the outbox has nothing to lose: after some patience it is better gone.
    private func waitForOther(_ error: OutboxError, now: BootTime) {
        let since = inUseSince ?? now
        inUseSince = since
        let delay = OutboxRetry.usual.lowerBound
        retry = (now.advanced(by: delay), delay)
        if now.since(since) >= Self.patience { report(.refused(error)) }
    }
}

extension Recorder: PollSource {
    /// The window of the first fix that waits, the minute of the first epoch that was counted, the housekeeping; while
    /// the outbox cannot be written, the next attempt.
    var deadline: BootTime? {
        retry?.at ?? .soonest(.soonest(windowEnd, tallyDue), housekeeping.next)
    }

    /// Counters and housekeeping do not mind to be early.
    var earliest: BootTime? {
        retry?.at ?? .soonest(.soonest(windowEnd, tallyDue?.advanced(by: -Self.leeway)), housekeeping.earliest)
    }

    private var windowEnd: BootTime? {
        ram.fixesSince?.advanced(by: waiting >= Self.commitSize ? 0 : settings.commitEvery)
    }

    private var tallyDue: BootTime? { ram.countedSince?.advanced(by: Self.tallyPeriod) }

    /// Does what is due.
    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        if let retry {
            guard now >= retry.at else { return }
            if ram.isEmpty { keepHouseNow(now: now) } else { commit(now: now) }
        } else if let due = BootTime.soonest(windowEnd, tallyDue?.advanced(by: -Self.leeway)), due <= now {
            commit(now: now)
        }
        if retry == nil, let earliest = housekeeping.earliest, earliest <= now { keepHouseNow(now: now) }
    }

    private func keepHouseNow(now: BootTime) {
        _ = attempt(now: now) { (writer) throws(OutboxError) in
            let time = steadiness.record(trustedTime(), now: now, in: writer)
            try housekeeping.run(on: writer, delivery: settings.deliveryPath, now: now, time: time, report)
        }
    }
}
