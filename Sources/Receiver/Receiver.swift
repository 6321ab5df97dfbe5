import Positioning

/// Turns what gpsd says into fixes with a time to rely on, and notices when there are none.
///
/// It waits for nothing itself. The caller polls `descriptor`, and calls `serve` when that is ready or `deadline` has
/// come; the first `serve` begins to connect. Every call hands what happened to its closure.
public final class Receiver {
    private let bootID: String
    private let systemClock: () -> UTCTime?
    private let connect: (ReceiverSettings) -> any ReportSource
    private var settings: ReceiverSettings
    private var session: any ReportSource
    private var assembler = EpochAssembler()
    private var judge: TimeJudge
    private var watch = FixWatch()

    /// A receiver that does nothing until the first `serve`.
    ///
    /// - Parameters:
    ///   - settings: where gpsd is, and which of its devices counts.
    ///   - buildDate: no fix is older; `BuildDate.earliest` but for a test with old logs.
    ///   - bootID: the kernel's id of this boot.
    ///   - anchor: the `anchor` of an earlier run; ignored if it is of another boot.
    ///   - systemClock: the time of a system clock that is synchronised, else nil.
    ///   - random: spreads the attempts to connect.
    public convenience init(
        settings: ReceiverSettings, buildDate: UTCTime = BuildDate.earliest, bootID: String, anchor: TimeAnchor? = nil,
        systemClock: @escaping () -> UTCTime?,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.init(
            settings: settings, buildDate: buildDate, bootID: bootID, anchor: anchor, systemClock: systemClock
        ) { GPSDSession(settings: $0, random: random) }
    }

    /// The same with reports that come from what `connect` makes for each settings.
    init(
        settings: ReceiverSettings, buildDate: UTCTime, bootID: String, anchor: TimeAnchor?,
        systemClock: @escaping () -> UTCTime?, connect: @escaping (ReceiverSettings) -> any ReportSource
    ) {
        self.settings = settings
        self.bootID = bootID
        self.systemClock = systemClock
        self.connect = connect
        session = connect(settings)
        let usable = anchor.flatMap { $0.bootID == bootID ? $0 : nil }
        judge = TimeJudge(buildDate: buildDate, anchor: usable.map { ($0.utc, $0.boot) })
    }

    // MARK: - State

    /// How far the receiver's time is to be relied on.
    public var trust: TimeTrust { judge.trust }

    /// What trust in the time stands on, to be kept over a restart; nil before there is trust.
    public var anchor: TimeAnchor? {
        judge.anchor.map { TimeAnchor(bootID: bootID, boot: $0.boot, utc: $0.time) }
    }

    /// Since when the trusted time has gone on without being set anew by more than a correction; nil before there is
    /// trust.
    public var trustedSince: BootTime? { judge.steadySince }

    /// Epochs that wait for a trusted time.
    public var held: Int { judge.held }

    // MARK: - Polling

    /// The descriptor to poll for reading, and for writing if `wantsWrite`; nil while there is none.
    public var descriptor: Int32? { session.descriptor }

    /// True while poll(2) is to wait for room to write on `descriptor`.
    public var wantsWrite: Bool { session.wantsWrite }

    /// When `serve` is to be called at the latest, ready or not; nil after `stop`.
    public var deadline: BootTime? {
        guard let first = session.deadline else { return nil }
        return .soonest(.soonest(first, assembler.deadline), watch.deadline(silence: settings.silence))
    }

    /// Does what can be done now. `readable` and `writable` are what poll(2) said of `descriptor`; an error or a hang-up
    /// counts as both.
    public func serve(readable: Bool, writable: Bool, now: BootTime, report: (ReceiverEvent) -> Void) {
        session.serve(readable: readable, writable: writable, now: now) { event in
            handle(event, now: now, report)
        }
        while let epoch = assembler.settled(now: now) { judge(epoch, report) }
        if watch.fellSilent(silence: settings.silence, now: now) { report(.silent) }
    }

    /// Takes new settings; connects anew if they differ.
    public func apply(_ settings: ReceiverSettings, report: (ReceiverEvent) -> Void) {
        guard settings != self.settings else { return }
        endSession(report)
        report(.disconnected(.newSettings))
        self.settings = settings
        session = connect(settings)
    }

    /// Ends the session: open epochs are judged, those that wait for a trusted time are dropped.
    public func stop(report: (ReceiverEvent) -> Void) {
        endSession(report)
        judge.finish(report: report)
    }

    // MARK: - What gpsd says

    private func handle(_ event: GPSDSession.Event, now: BootTime, _ report: (ReceiverEvent) -> Void) {
        switch event {
        case .connected(let version): report(.connected(version: version))
        case .unreadable(let line): report(.unreadable(line))
        case .report(let content): take(content, now: now, report)
        case .disconnected(let error):
            finishEpochs(report)
            report(.disconnected(error))
        }
    }

    private func take(_ content: Report, now: BootTime, _ report: (ReceiverEvent) -> Void) {
        switch content {
        case .position(let position):
            let path = session.path(ofDevice: position.device)
            guard counts(path) else { return }
            watch.heard(from: path, now: now)
            if let epoch = assembler.add(position, now: now) { judge(epoch, report) }
        case .sky(let sky):
            assembler.add(sky, now: now)
        case .deviceLost(let path):
            if counts(path), watch.lose(path) { report(.deviceLost(path: path)) }
        case .refused(let message):
            report(.refused(message: message))
        case .version, .irrelevant, .malformed:
            break
        }
    }

    private func counts(_ device: String) -> Bool {
        guard let wanted = settings.device else { return true }
        return device == wanted
    }

    private func judge(_ epoch: Epoch, _ report: (ReceiverEvent) -> Void) {
        judge.judge(epoch, systemClock: systemClock, report: report)
    }

    private func finishEpochs(_ report: (ReceiverEvent) -> Void) {
        while let epoch = assembler.finish() { judge(epoch, report) }
    }

    private func endSession(_ report: (ReceiverEvent) -> Void) {
        session.stop()
        finishEpochs(report)
    }
}
