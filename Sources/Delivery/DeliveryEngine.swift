import AmazonLocation
import Outbox
import Positioning

/// Decides what to send next, what an answer means and when to try again. It has no clock, no socket and no thread:
/// whoever owns it hands in the time and what happened, sends what `next` returns, and calls again at `deadline`.
///
/// Guarantees: a fix is settled only by the tracker's own word; every fix below the newest settled one that is not
/// settled itself is still pending in the storage; memory is bounded by `in-flight`, whatever the backlog.
public final class DeliveryEngine {
    /// A backlog above one batch is an outage's when delivery failed for at least so many milliseconds.
    static let outage: Int64 = 60_000
    /// The longest time in milliseconds between two looks at the outbox without a doorbell.
    static let lookInterval: Int64 = 60_000
    /// Wait in milliseconds after the stores could not be used.
    static let storageWait: Int64 = 1000
    /// Wait in milliseconds for an outbox that is not there yet; the agent's doorbell ends it.
    static let outboxWait: Int64 = 5000
    /// The most groups of fixes that are set aside; with more, nothing new is sent.
    static let setAsideLimit = 16

    /// How many fixes in a row, each alone in its batch, may be refused by name before that is taken for a fault of
    /// the configuration.
    static let unvouchedLimit = 2

    var settings: DeliverySettings
    let storage: any DeliveryStorage
    let bootID: String
    private var generator: any RandomNumberGenerator

    var gate = Gate()
    var lanes: Lanes
    var pacer: Pacer
    var budget = RetryBudget()
    /// Requests under way, by attempt number.
    var underWay: [Int: Batch] = [:]
    /// Batches that wait inside a request for their next attempt.
    var retrying: [Batch] = []
    /// Batches that go again before anything new.
    var repeating: [Batch] = []
    /// Fixes that an answer named, for another try: those of one answer together.
    var setAside: [Batch] = []
    /// Fixes that were refused while nothing was accepted.
    var suspects: [StoredFix] = []
    /// What is still to be stored.
    var unsettled = Settlement()
    /// The last attempt to store failed.
    private var isUnsaved = false
    var storedWait: StoredWait?
    var isWaitStored = true

    var notices: [DeliveryNotice] = []
    var lastError: String?
    /// Answers in a row without proof or trust.
    var doubts = 0
    /// Dead letters in a row that no accepted fix vouches for.
    var unvouched = 0
    /// A fix was accepted since the last one that was condemned.
    var hasEvidence = false
    /// The next look finds out whether there is a backlog to spread.
    var mustAssess: Bool
    var isFlushing = false
    private var isStopping = false
    private var hasStarted = false
    var isDrained = false
    private var attempts = 0
    private var lookAt: BootTime?
    private var storageNotBefore: BootTime?
    private var wake: BootTime?

    /// An engine that goes on where another process left off: `stored` is what it kept of a wait.
    public init(
        settings: DeliverySettings, storage: any DeliveryStorage, stored: StoredWait?, bootID: String,
        now: BootTime, random: any RandomNumberGenerator
    ) {
        self.settings = settings
        self.storage = storage
        self.bootID = bootID
        generator = random
        lanes = Lanes(order: settings.order, linger: settings.linger)
        pacer = Pacer(requestsPerSecond: settings.maxRequestsPerSecond)
        mustAssess = true
        storedWait = stored
        if let stored { resume(stored, now: now) }
    }

    /// A number in 0..<1.
    func random() -> Double {
        Double(generator.next() >> 11) / 9_007_199_254_740_992
    }

    private func resume(_ stored: StoredWait, now: BootTime) {
        let rest = BackOff(restoring: stored, bootID: bootID, now: now, random: random())
        guard stored.failures > 0 else {
            // The drain of a backlog had its random start, or waits for it.
            lanes.backlogNotBefore = rest.until
            lanes.newestFirst(notBefore: nil)
            mustAssess = false
            return
        }
        gate.close(rest, now: now)
        lanes.newestFirst(notBefore: nil)
    }

    // MARK: What happens

    /// There may be something new in the outbox.
    public func doorbell() {
        lookAt = nil
    }

    /// Somebody wants everything sent now: no linger, no random start, and no back-off before the next attempt.
    public func flush(now: BootTime) {
        isFlushing = true
        gate.hurry(now: now)
        lanes.backlogNotBefore = nil
        for index in setAside.indices { setAside[index].notBefore = now }
        lookAt = nil
    }

    /// The process is about to end: what is under way is finished, and one last batch need not be full. A back-off
    /// goes on in the next process.
    public func stop() {
        isStopping = true
        lookAt = nil
    }

    /// The settings or the credentials changed: what was wrong may be mended, so the next attempt comes at once.
    public func reconfigure(_ settings: DeliverySettings, now: BootTime) {
        if settings.maxRequestsPerSecond != self.settings.maxRequestsPerSecond {
            pacer = Pacer(requestsPerSecond: settings.maxRequestsPerSecond)
        }
        self.settings = settings
        (lanes.order, lanes.linger) = (settings.order, settings.linger)
        hasEvidence = false
        if gate.hold != nil { gate.hurry(now: now) }
        lookAt = nil
    }

    /// The clock of this machine, or a better one, is right now: a hold because of it gets its probe at once.
    public func clockChanged(now: BootTime) {
        if gate.hold == .clock { gate.hurry(now: now) }
    }

    /// Sends fixes again that were dead letters. Their ids are settled like any other's.
    public func retry(_ fixes: [StoredFix]) {
        let leased = self.leased
        let fresh = fixes.filter { !leased.contains($0.id) }
        for start in stride(from: 0, to: fresh.count, by: DeliverySettings.batchSize) {
            repeating.append(Batch(Array(fresh[start..<min(start + DeliverySettings.batchSize, fresh.count)])))
        }
    }

    // MARK: What to do

    /// The next request to send now; nil if there is none. Call until it is nil, after every event and at `deadline`.
    public func next(now: BootTime) -> DeliveryAttempt? {
        wake = nil
        guard store(now: now) else { return nil }
        if let batch = ripeRetry(now: now) { return start(batch, now: now) }
        guard hasRoom, gateLets(now: now), pacerLets(now: now), let batch = choose(now: now) else { return nil }
        return start(batch, now: now)
    }

    /// When `next` has to be called again if nothing happens; nil if only an event can bring work. Valid after a call
    /// of `next` that returned nil.
    public var deadline: BootTime? { wake }

    /// True if nothing is under way and nothing is left that could be sent.
    public var isFinished: Bool {
        isIdle && isDrained && repeating.isEmpty && setAside.isEmpty && suspects.isEmpty
    }

    /// True if nothing is under way: the process may end.
    public var isIdle: Bool { underWay.isEmpty && retrying.isEmpty && unsettled.isEmpty && !isUnsaved }

    /// What people should hear, once.
    public func takeNotices() -> [DeliveryNotice] {
        defer { notices = [] }
        return notices
    }

    /// What delivery does right now.
    public func status(now: BootTime) -> DeliveryStatus {
        var status = DeliveryStatus(
            state: .idle, until: gate.until, hold: gate.hold, lastError: lastError, failures: gate.failures,
            inFlight: underWay.count)
        if isStopping {
            status.state = .stopping
        } else if gate.hold != nil {
            status.state = .held
        } else if gate.until != nil {
            status.state = .backOff
        } else if !isIdle {
            status.state = .sending
        } else if let spread = lanes.backlogNotBefore, spread > now {
            (status.state, status.until) = (.spread, spread)
        } else if lanes.isFilling {
            (status.state, status.until) = (.filling, lookAt)
        }
        return status
    }

    // MARK: Choosing

    /// Ids of the fixes that the engine has in hand.
    var leased: Set<Int64> {
        var ids = Set(suspects.map(\.id))
        for batch in underWay.values { ids.formUnion(batch.leased) }
        for batch in retrying + repeating + setAside { ids.formUnion(batch.leased) }
        return ids
    }

    private var hasRoom: Bool {
        let busy = underWay.count + retrying.count
        if isStopping, hasStarted { return false }
        return busy < (gate.until == nil ? settings.inFlight : 1)
    }

    private func wake(at time: BootTime) {
        wake = min(wake ?? time, time)
    }

    private func earliest(_ batches: [Batch]) -> Int? {
        batches.indices.min { batches[$0].notBefore < batches[$1].notBefore }
    }

    private func ripeRetry(now: BootTime) -> Batch? {
        guard let first = earliest(retrying) else { return nil }
        let time = max(retrying[first].notBefore, pacer.ready(now: now))
        guard time <= now else {
            wake(at: time)
            return nil
        }
        return retrying.remove(at: first)
    }

    private func gateLets(now: BootTime) -> Bool {
        guard let until = gate.until, until > now else { return !isStopping || gate.until == nil }
        wake(at: until)
        return false
    }

    /// The one batch of a stop does not wait: who stops does not stay for it.
    private func pacerLets(now: BootTime) -> Bool {
        let time = isStopping ? now : pacer.ready(now: now)
        if time > now { wake(at: time) }
        return time <= now
    }

    private func choose(now: BootTime) -> Batch? {
        if gate.hold == .refusedAlike { return probe(now: now) }
        assess(now: now)
        let isHeldBack = lanes.backlogNotBefore.map { $0 > now } ?? false
        let newestGoesFirst = lanes.isRecovering && repeating.count < 2
        if !isHeldBack, !newestGoesFirst, !repeating.isEmpty { return repeating.removeFirst() }
        if let ripe = ripeSetAside(now: now) { return ripe }
        if setAside.count < Self.setAsideLimit, let batch = look(now: now) { return batch }
        return isHeldBack || repeating.isEmpty ? nil : repeating.removeFirst()
    }

    /// While everything is refused alike: one fix that is no suspect yet, another one each time. Its acceptance would
    /// prove that the fault is in the suspects; if there is none, a suspect goes, and tells whether it is mended.
    private func probe(now: BootTime) -> Batch? {
        let limit = DeliverySettings.batchSize
        guard
            let fixes = read(
                { () throws(StorageFailure) in
                    try storage.pending(after: .min, through: .max, limit: limit, excluding: leased)
                }, now: now)
        else { return nil }
        let choice = gate.probes
        if !fixes.isEmpty { return Batch([fixes[choice % fixes.count]]) }
        guard !suspects.isEmpty else { return repeating.isEmpty ? nil : repeating.removeFirst() }
        return Batch([suspects.remove(at: choice % suspects.count)], wasSuspect: true)
    }

    private func ripeSetAside(now: BootTime) -> Batch? {
        guard let first = earliest(setAside) else { return nil }
        guard setAside[first].notBefore <= now else {
            wake(at: setAside[first].notBefore)
            return nil
        }
        return setAside.remove(at: first)
    }

    private func look(now: BootTime) -> Batch? {
        if let lookAt, lookAt > now {
            wake(at: lookAt)
            return nil
        }
        let urgent = isFlushing || isStopping
        guard
            let look = read(
                { () throws(StorageFailure) in
                    try lanes.look(storage, excluding: leased, urgent: urgent, now: now)
                }, now: now)
        else { return nil }
        isDrained = look.isDrained
        if look.isDrained { drained() }
        guard look.fixes.isEmpty else { return Batch(look.fixes) }
        if look.isDrained, repeating.isEmpty, setAside.isEmpty, isIdle { isFlushing = false }
        let again = min(look.again ?? .init(milliseconds: .max), now.advanced(by: Self.lookInterval))
        lookAt = again
        wake(at: again)
        return nil
    }

    /// Reads the outbox; nil, and another time to look, if it cannot be read now.
    func read<Value>(_ body: () throws(StorageFailure) -> Value, now: BootTime) -> Value? {
        do {
            return try body()
        } catch {
            var wait = Self.storageWait
            switch error {
            case .replaced: forget()
            case .notReady: wait = Self.outboxWait
            case .failed(let sentence):
                if lastError != sentence { notices.append(.storage(sentence)) }
                lastError = sentence
            }
            lookAt = now.advanced(by: wait)
            wake(at: now.advanced(by: wait))
            return nil
        }
    }

    /// Forgets every fix in hand: the ids belong to an outbox that is gone.
    private func forget() {
        (underWay, retrying, repeating, setAside, suspects) = ([:], [], [], [], [])
        (unsettled, isUnsaved) = (Settlement(), false)
        lanes = Lanes(order: settings.order, linger: settings.linger)
        lookAt = nil
    }

    private func start(_ batch: Batch, now: BootTime) -> DeliveryAttempt {
        var batch = batch
        attempts += 1
        batch.attempts += 1
        if batch.mayHaveArrived { batch.repeated += batch.fixes.count }
        let (mustRefresh, previous) = (batch.mustRefresh, batch.number)
        (batch.mustRefresh, batch.number) = (false, attempts)
        underWay[attempts] = batch
        pacer.started(now: now)
        lookAt = nil
        isDrained = false
        hasStarted = isStopping
        return DeliveryAttempt(
            number: attempts, fixes: batch.fixes, previous: previous, refreshCredentials: mustRefresh,
            correctClock: batch.corrected)
    }

    // MARK: Storing

    /// Stores what waits to be stored; false if that failed, and then nothing new is sent.
    func store(now: BootTime) -> Bool {
        guard !unsettled.isEmpty || isUnsaved || !isWaitStored else { return true }
        if let time = storageNotBefore, time > now {
            wake(at: time)
            return false
        }
        do {
            let settlement = unsettled
            unsettled = Settlement()
            if !settlement.isEmpty || isUnsaved {
                isUnsaved = true
                try storage.settle(settlement)
                isUnsaved = false
            }
            if !isWaitStored { try storage.keep(storedWait) }
            isWaitStored = true
            storageNotBefore = nil
            return true
        } catch {
            if storageNotBefore == nil { notices.append(.storage(error.description)) }
            storageNotBefore = now.advanced(by: Self.storageWait)
            wake(at: now.advanced(by: Self.storageWait))
            return false
        }
    }

    func keep(_ wait: StoredWait?) {
        guard wait != storedWait else { return }
        storedWait = wait
        isWaitStored = false
    }
}
