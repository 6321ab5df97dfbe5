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
    /// Wait in milliseconds after the outbox could not be read.
    static let storageWait: Int64 = 1000
    /// Wait in milliseconds for an outbox that is not there yet; the agent's doorbell ends it.
    static let outboxWait: Int64 = 5000

    var settings: DeliverySettings
    let storage: any DeliveryStorage
    let bootID: String
    private var generator: any RandomNumberGenerator

    var gate = Gate()
    var lanes: Lanes
    var pacer: Pacer
    var budget = RetryBudget()
    var inHand = InHand()
    var evidence = Evidence()
    var saving = Saving()
    /// What the answer that is being read settles.
    var settlement = Settlement()

    private var notices: [DeliveryNotice] = []
    /// The last failure since the last success, as a sentence.
    var lastError: String?
    /// The next look finds out whether there is a backlog to spread.
    var mustAssess: Bool
    var isFlushing = false
    var isStopping = false
    var hasStarted = false
    var isDrained = false
    /// When the outbox is to be looked at again; nil for at once.
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
        saving.restored(stored)
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
        inHand.hurry(now: now)
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
        evidence.settingsChanged()
        if gate.hold != nil { gate.hurry(now: now) }
        lookAt = nil
    }

    /// The clock of this machine, or a better one, is right now: a hold because of it gets its probe at once.
    public func clockChanged(now: BootTime) {
        if gate.hold == .clock { gate.hurry(now: now) }
    }

    /// Sends fixes again that were dead letters: they are delivered like any other's, or stay what they were.
    public func retry(_ fixes: [StoredFix]) { inHand.add(letters: fixes) }

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
    public var isFinished: Bool { isIdle && isDrained && inHand.isEmpty }

    /// True if nothing is under way, and nothing is left but fixes that the service refuses for now and that do not go
    /// again within so many milliseconds, and what waits for them. Dead letters in hand are settled first.
    public func isFinished(butForWaitsAbove patience: Int64, now: BootTime) -> Bool {
        isIdle && (isDrained || inHand.hasFullSide) && inHand.isEmpty(butForWaitsAbove: patience, now: now)
    }

    /// True if nothing is under way: the process may end.
    public var isIdle: Bool { inHand.isIdle && saving.isDone }

    /// Since when what the tracker said cannot be stored; nil if it can.
    public var unsavedSince: BootTime? { saving.failure?.since }

    /// What people should hear, once.
    public func takeNotices() -> [DeliveryNotice] {
        defer { notices = [] }
        return notices
    }

    /// What delivery does right now.
    public func status(now: BootTime) -> DeliveryStatus {
        var status = DeliveryStatus(
            state: .idle, until: gate.until, hold: gate.hold, lastError: lastError, failures: gate.failures,
            inFlight: inHand.countUnderWay)
        if let failure = saving.failure { status.lastError = failure.sentence }
        if isStopping {
            status.state = .stopping
        } else if let failure = saving.failure {
            (status.state, status.until) = (.unsaved, failure.retryAt)
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

    /// People should hear of it.
    func say(_ notice: DeliveryNotice) { notices.append(notice) }

    /// Asks for a call of `next` at `time`.
    func wake(at time: BootTime) {
        wake = min(wake ?? time, time)
    }
}
