import AmazonLocation
import Configuration
import Delivery
import Glibc
import Outbox
import Positioning
import Runtime
import Transport

/// The uploader: wires the engine to the stores, the network, the control socket and the signals.
public final class UploaderService {
    /// Milliseconds that a stop waits for what is under way; systemd and an operator count on 10 s.
    static let stopLimit: Int64 = 8000

    let clock = SystemClock()
    let log: Log
    let stores: Stores
    let engine: DeliveryEngine
    let courier: Courier
    var loaded: LoadedSettings<UploaderSettings>
    let source: SettingsSource
    private let loop: EventLoop
    private let control: ControlServer
    private let relay: Relay
    let client: HTTPClient
    let signing: SigningClock
    let manager: ServiceManager
    private var stateFile: StateFile?
    private var metrics: MetricsFile?
    /// Nil for the service that goes on.
    private var drain: DrainRun?
    /// The store is not open yet; nil once it is.
    var unopened: Unopened?
    private var wire = WireAccount()
    private var lastSuccess: UTCTime?
    var stopBy: BootTime?
    private var isPumping = false
    private var isTimeTrusted = false

    /// A service with the settings that `source` gave. Opens the stores, and the control socket, which also keeps a
    /// second uploader away from them.
    public init(
        _ loaded: LoadedSettings<UploaderSettings>, from source: SettingsSource, isDraining: Bool
    ) throws {
        let settings = loaded.settings
        (self.loaded, self.source) = (loaded, source)
        log = Log(level: settings.runtime.logLevel, clock: clock, isService: !isDraining)
        // First of all: a second uploader must not open the stores.
        let relay = Relay()
        self.relay = relay
        control = try ControlServer(program: UploaderProgram.name, path: settings.runtime.uploaderSocket) {
            relay.handler?($0)
        }
        loop = try EventLoop(clock: clock)
        client = try HTTPClient(maximumConnections: max(4, settings.delivery.inFlight))
        let target = try Target(settings)
        let signing = SigningClock(clock: clock, agentState: settings.runtime.agentState)
        self.signing = signing
        let startedAt = clock.bootTime
        let manager = ServiceManager(now: startedAt)
        self.manager = manager
        unopened = Unopened(at: startedAt)
        let clock = clock
        do throws(OutboxError) {
            stores = try Stores(
                outboxPath: settings.outboxPath, deliveryPath: settings.delivery.path, stopsAtFirstLook: isDraining,
                clock: clock, mended: { [log] in log.error("\($0)") },
                signOfLife: { manager.working(now: clock.bootTime) }, now: { signing.time(at: clock.bootTime) })
        } catch {
            throw UploaderError(error)
        }
        drain = isDraining ? DrainRun(at: startedAt) : nil
        engine = DeliveryEngine(
            settings: DeliverySettings(settings.delivery, isDraining: isDraining), storage: stores, stored: nil,
            bootID: clock.bootID, now: startedAt, random: SystemRandomNumberGenerator())
        courier = Courier(
            client: client, clock: signing, target: target,
            credentials: CredentialChoice.provider(settings, client: client, clock: signing))
        try addSources(settings.runtime)
        _ = hasStore()
    }

    private func addSources(_ runtime: RuntimeSection) throws {
        loop.add(try SignalSource { [unowned self] in handle($0) })
        relay.handler = { [unowned self] in answer($0) }
        loop.add(control)
        loop.add(HTTPPolling(client))
        loop.add(CredentialPolling(clock: signing) { [courier] in courier.credentials })
        loop.add(Pump(service: self))
        stores.beforeCommit = { [unowned self] in account() }
        let stateFile = StateFile(path: runtime.uploaderState) { [unowned self] in
            manager.status(state.line)
            return state.json + "\n"
        } failed: { [unowned self] error in
            log.warning("\(error)")
        }
        self.stateFile = stateFile
        loop.add(stateFile)
        loop.add(manager)
    }

    /// The store is open: goes on where the process before left off. A drain is no service: it would leave the metrics
    /// of the one that is to run next.
    func goOn(from stored: StoredBackOff?) {
        drain?.before = stores.delivery.counters
        guard !isDraining else { return }
        if let stored { engine.resume(stored, now: clock.bootTime) }
        metrics = MetricsFile(
            loaded.settings.runtime, program: UploaderProgram.name, log: log, now: clock.bootTime
        ) { [unowned self] in
            UploaderMetrics(
                status: status, counters: stores.delivery.savedCounters,
                backlog: stores.outbox.backlog, deadLetters: stores.deadLetterCount,
                lastSuccess: lastSuccess
            ).text
        }
        if let metrics { loop.add(metrics) }
    }

    /// Serves until a signal, or until a drain is done.
    public func run() throws {
        if isDraining { engine.flush(now: clock.bootTime) }
        log.notice("waypost-uploader \(Version.current) delivers to tracker \(loaded.settings.tracker.name)")
        pump()
        manager.ready()
        stateFile?.write(now: clock.bootTime)
        let progress = isDraining ? showProgress() : nil
        try loop.run()
        progress?.clear()
        saveLast()
        stateFile?.write(now: clock.bootTime)
        metrics?.write(now: clock.bootTime)
    }

    private func showProgress() -> DrainProgress {
        let progress = DrainProgress(stores, clock: clock) { [unowned self] in
            drain?.settled(stores.delivery.counters) ?? 0
        }
        log.willWrite = { progress.clear() }
        loop.add(progress)
        return progress
    }

    /// Also if storing failed just before and its next attempt were later: there is no later any more.
    func saveLast() {
        guard unopened == nil else { return }
        do throws(StorageFailure) {
            try stores.commit()
        } catch {
            log.error("\(error)")
        }
    }

    /// What a drain did; nil if this is none.
    public var summary: DrainSummary? {
        drain?.summary(engine, stores, bytes: wire.counted, lastError: status.lastError, now: clock.bootTime)
    }

    /// True if it ends when nothing is left.
    var isDraining: Bool { drain != nil }

    /// When the engine or a stop wants to be called again.
    var deadline: BootTime? { [engine.deadline, stopBy, unopened?.retryAt].compactMap { $0 }.min() }

    /// What the uploader does right now.
    var state: LiveState {
        LiveState(
            status: status, counters: stores.delivery.counters, lastSuccess: lastSuccess,
            bytes: client.traffic.sent + client.traffic.received, clock: clock, processID: getpid())
    }

    // MARK: The engine

    /// Carries out what the engine wants, until it wants nothing more for now.
    func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        noticeTrustedTime()
        while let attempt = next() {
            courier.send(attempt) { [unowned self] result in
                finished(attempt, result)
            }
        }
        for notice in engine.takeNotices() {
            let line = NoticeText(notice)
            log.write(line.level, line.text)
        }
        stateFile?.changed()
        endIfDone()
    }

    /// Dead letters that are all to go again go page by page, each when nothing else is left to send.
    private func next() -> DeliveryAttempt? {
        guard hasStore() else { return nil }
        if let attempt = engine.next(now: clock.bootTime) { return attempt }
        let isFinished = engine.isFinished(butForWaitsAbove: DrainRun.patience, now: clock.bootTime)
        guard stores.letters.hasMore, isFinished else { return nil }
        do throws(OutboxError) {
            engine.retry(try stores.letters.next())
        } catch {
            log.error("\(error)")
        }
        return engine.next(now: clock.bootTime)
    }

    private func finished(_ attempt: DeliveryAttempt, _ result: AttemptResult) {
        let isAnswered = attempt.isAnswered(by: result)
        if isAnswered { lastSuccess = signing.time(at: clock.bootTime) }
        if result.stage == .tracker { stores.delivery.countRequest(failed: !isAnswered) }
        engine.answered(attempt.number, with: result, now: clock.bootTime)
        pump()
    }

    private func account() {
        wire.count(client, in: stores.delivery, at: signing.time(at: clock.bootTime))
    }

    /// A box without a clock that now knows the time need not wait until a hold for its clock ends by itself.
    private func noticeTrustedTime() {
        let isTrusted = signing.trusted(at: clock.bootTime) != nil
        if isTrusted, !isTimeTrusted { engine.clockChanged(now: clock.bootTime) }
        isTimeTrusted = isTrusted
    }

    private func endIfDone() {
        let now = clock.bootTime
        if let stopBy {
            if engine.isIdle || stopBy <= now { loop.stop() }
        } else if let drain, drain.isOver(engine, stores, isOpen: unopened == nil, now: now) {
            loop.stop()
        }
    }
}
