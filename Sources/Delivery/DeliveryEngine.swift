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
    /// Wait in milliseconds after the stores could not be used; for one that cannot be written it doubles up to a minute.
    static let storageWait: Int64 = 1000
    /// The longest of these waits in milliseconds.
    static let longestStorageWait: Int64 = 60_000
    /// Wait in milliseconds for an outbox that is not there yet; the agent's doorbell ends it.
    static let outboxWait: Int64 = 5000
    /// The most fixes of the outbox that are set aside; with more, nothing new is sent.
    static let setAsideLimit = 160
    /// How often in a row a batch that the service fails over goes before all others.
    static let turns = 3

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
    /// Dead letters that go again: before anything new, but while the gate is closed after it, for whether it can open is
    /// told by others.
    var letters: [Batch] = []
    /// Batches that wait for another try while others go: fixes that an answer named, those of one answer together, and
    /// batches that the service failed over again and again.
    var setAside: [Batch] = []
    /// Fixes that were refused while nothing was accepted; never dead letters.
    var suspects: [StoredFix] = []
    /// What the answer in hand settles.
    var unsettled = Settlement()
    var uncommitted = Uncommitted()
    /// Storing failed.
    var unsaved: Unsaved?
    var storedWait: StoredBackOff?
    var isWaitStored = true

    var notices: [DeliveryNotice] = []
    var lastError: String?
    /// Answers that accepted some fix.
    var acceptances = 0
    /// Answers in a row without proof or trust.
    var doubts = 0
    /// Dead letters in a row that no accepted fix vouches for.
    var unvouched = 0
    /// A fix was accepted since the last one that was condemned.
    var hasEvidence = false
    /// A fix was accepted since the gate closed or the settings changed: they are right, and the service works.
    var hasPassed = false
    /// The next look finds out whether there is a backlog to spread.
    var mustAssess: Bool
    var isFlushing = false
    var isStopping = false
    var hasStarted = false
    var isDrained = false
    var attempts = 0
    var lookAt: BootTime?
    private var wake: BootTime?

    /// An engine that goes on where another process left off: `stored` is what it kept of a wait.
    public init(
        settings: DeliverySettings, storage: any DeliveryStorage, stored: StoredBackOff?, bootID: String,
        now: BootTime, random: any RandomNumberGenerator
    ) {
        self.settings = settings
        self.storage = storage
        self.bootID = bootID
        generator = random
        lanes = Lanes(order: settings.order, linger: settings.linger)
        pacer = Pacer(requestsPerSecond: settings.maxRequestsPerSecond)
        mustAssess = true
        if let stored { resume(stored, now: now) }
    }

    /// A number in 0..<1.
    func random() -> Double {
        Double(generator.next() >> 11) / 9_007_199_254_740_992
    }

    /// Goes on where another process left off: for a store that could not be read when the engine was made.
    public func resume(_ stored: StoredBackOff, now: BootTime) {
        defer { if isFlushing { flush(now: now) } }
        storedWait = stored
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
        lanes.doorbell()
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
        (hasEvidence, hasPassed) = (false, false)
        if gate.hold != nil { gate.hurry(now: now) }
        lookAt = nil
    }

    /// The clock of this machine, or a better one, is right now: a hold because of it gets its probe at once.
    public func clockChanged(now: BootTime) {
        if gate.hold == .clock { gate.hurry(now: now) }
    }

    /// Sends fixes again that were dead letters. Their ids are settled like any other's.
    public func retry(_ fixes: [StoredFix]) {
        let inHand = Set(batches.flatMap(\.allFixes).map(\.id))
        let fresh = fixes.filter { !inHand.contains($0.id) }
        for start in stride(from: 0, to: fresh.count, by: DeliverySettings.batchSize) {
            letters.append(Batch(Array(fresh[start..<min(start + DeliverySettings.batchSize, fresh.count)])))
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
        isIdle && isDrained && repeating.isEmpty && letters.isEmpty && setAside.isEmpty && suspects.isEmpty
    }

    /// True if nothing is under way, and nothing is left but fixes that the service refuses for now and that do not go
    /// again within so many milliseconds, and what waits for them. Dead letters in hand are settled first.
    public func isFinished(butForWaitsAbove patience: Int64, now: BootTime) -> Bool {
        isIdle && (isDrained || hasFullSide) && repeating.isEmpty && letters.isEmpty && suspects.isEmpty
            && setAside.allSatisfy { !$0.areLetters && $0.notBefore.since(now) > patience }
    }

    /// True if nothing is under way: the process may end.
    public var isIdle: Bool { underWay.isEmpty && retrying.isEmpty && uncommitted.since == nil }

    /// Since when what the tracker said cannot be stored; nil if it can.
    public var unsavedSince: BootTime? { unsaved?.since }

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
        if let unsaved { status.lastError = unsaved.sentence }
        if isStopping {
            status.state = .stopping
        } else if let unsaved {
            (status.state, status.until) = (.unsaved, unsaved.retryAt)
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

    /// Asks for a call of `next` at `time`.
    func wake(at time: BootTime) {
        wake = min(wake ?? time, time)
    }
}
