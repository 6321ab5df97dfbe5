import Configuration
import Glibc
import Outbox
import Positioning
import Receiver
import Runtime

/// The agent: gpsd in, `outbox.db` out. Knows no network and no secret.
///
/// It wires the rooms to one event loop: Receiver, sampler, Recorder, control socket, signals, `state.json`, systemd.
public final class AgentService {
    let clock: any MachineClock
    let log: AgentLog
    let manager: ServiceManager
    let receiver: Receiver
    let recorder: Recorder
    let recording: Recording
    let ending: Ending
    private(set) var loaded: LoadedSettings<AgentSettings>
    private let source: SettingsSource
    private let loop: EventLoop
    private let doorbell: Doorbell
    private var stateFile: StateFile?
    private var metrics: MetricsFile?
    private var refusal: OutboxError?

    /// Reads the settings. Throws what is wrong with them.
    public init(source: SettingsSource, clock: any MachineClock = SystemClock()) throws {
        self.source = source
        self.clock = clock
        loaded = try source.load(AgentSettings.self)
        let settings = loaded.settings
        log = AgentLog(log: Log(level: settings.runtime.logLevel, clock: clock))
        loop = try EventLoop(clock: clock)
        manager = ServiceManager(now: clock.bootTime)
        doorbell = try Doorbell(path: settings.runtime.uploaderSocket)
        let kernelTime = KernelTime(clock)
        let receiver = Receiver(
            settings: ReceiverSettings(settings.receiver), bootID: clock.bootID,
            anchor: StoredAnchor.read(settings.runtime.agentState, now: clock.bootTime),
            systemClock: { kernelTime.now })
        self.receiver = receiver
        recorder = Recorder(settings: RecorderSettings(settings), clock: clock) {
            TrustedTime(of: receiver, clock)
        }
        recording = Recording(recorder: recorder, rules: settings.sampling)
        ending = Ending(recorder: recorder)
    }

    /// Records until SIGTERM or SIGINT, and returns how to end. Throws what keeps the agent from running; an outbox
    /// that cannot be written for now does not, unless another process holds it.
    public func run() throws -> ExitCode {
        let runtime = loaded.settings.runtime
        // First of all: a second agent must not open the outbox.
        let control = try ControlServer(program: "waypost-agent", path: runtime.agentSocket) { [unowned self] in
            answer($0)
        }
        let stateFile = StateFile(path: runtime.agentState) { [unowned self] in
            let state = state
            manager.status(state.summary)
            return state.text
        } failed: { [log] in
            log.log.warning($0.description)
        }
        self.stateFile = stateFile
        metrics = MetricsFile(runtime, program: "waypost-agent", log: log.log, now: clock.bootTime) { [unowned self] in
            metricsText
        }
        recorder.report = { [unowned self] in heard($0) }
        recorder.signOfLife = { [manager, clock] in manager.working(now: clock.bootTime) }
        do {
            try recorder.open(now: clock.bootTime)
        } catch {
            throw AgentError.outbox(error)
        }
        let receiverSource = ReceiverSource(receiver) { [unowned self] in heard($0, now: $1) }
        let signals = try SignalSource { [unowned self] in heard($0) }
        for source in [receiverSource, recorder, control, signals, ending, stateFile, manager] as [any PollSource] {
            loop.add(source)
        }
        if let metrics { loop.add(metrics) }
        ending.ended = { [loop] in loop.stop() }
        stateFile.write(now: clock.bootTime)
        manager.ready()
        log.log.notice(
            "waypost-agent \(Version.current) records \(loaded.settings.device.id) in \(loaded.settings.outbox.path).")
        try loop.run()
        stateFile.write(now: clock.bootTime)
        metrics?.write(now: clock.bootTime)
        if let refusal { throw AgentError.outbox(refusal) }
        log.noteEnd(lost: recorder.waiting)
        return ending.exitCode
    }

    /// Ends orderly: what the Receiver and the sampler hold is decided, what waits is stored.
    func stop() {
        guard !ending.hasBegun else { return }
        let now = clock.bootTime
        manager.stopping()
        receiver.stop { heard($0, now: now) }
        recording.finish(now: now)
        ending.begin(now: now)
    }

    /// Reads the settings again; with a fault in them, the old ones stay.
    func reload() {
        manager.reloading()
        do {
            let next = try source.load(AgentSettings.self)
            apply(next)
        } catch {
            for fault in error.faults { log.log.error(fault.description) }
            log.log.error("The settings have faults; the old ones stay in force.")
        }
        manager.ready()
    }

    private func apply(_ next: LoadedSettings<AgentSettings>) {
        let now = clock.bootTime
        for change in next.changes(from: loaded) { log.log.notice(change.description) }
        log.log.level = next.settings.runtime.logLevel
        receiver.apply(ReceiverSettings(next.settings.receiver)) { heard($0, now: now) }
        recording.apply(next.settings.sampling, now: now)
        recorder.settings.apply(RecorderSettings(next.settings))
        loaded = next
        stateFile?.changed()
    }

    // MARK: - What the parts report

    private func heard(_ event: ReceiverEvent, now: BootTime) {
        log.note(event)
        recording.take(event, now: now)
        stateFile?.changed()
    }

    private func heard(_ event: RecorderEvent) {
        log.note(event)
        switch event {
        case .opened(let newest, let isPaused):
            recording.resume(after: newest, isPaused: isPaused, now: clock.bootTime)
        case .stored:
            doorbell.ring()
        case .refused(let error):
            refusal = error
            loop.stop()
        case .salvaged, .failed, .recovered, .shed, .copyRemoved, .ballast, .acknowledged, .deliveryUnreadable:
            break
        }
        stateFile?.changed()
    }

    private func heard(_ signal: Signal) {
        switch signal {
        case .terminate, .interrupt: stop()
        case .hangUp: reload()
        case .user1: recorder.commit(now: clock.bootTime)
        }
    }
}

extension Receiver {
    /// UTC now by the receiver, while its time is trusted; else nil.
    func trustedTime(at now: BootTime) -> UTCTime? {
        trust == .trusted ? anchor?.time(at: now) : nil
    }
}
