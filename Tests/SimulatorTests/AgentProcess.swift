import Configuration
import Outbox
import Positioning
import Runtime

@testable import Agent
@testable import Receiver

/// The agent of one process life: the real Receiver, sampler and Recorder, wired as `AgentService` wires them.
final class AgentProcess {
    let disk: Disk
    let gpsd = SimulatedGPSD()
    let log: AgentLog
    private unowned let world: World
    private let clock: SimulatedClock
    private let receiver: Receiver
    private let recorder: Recorder
    private let recording: Recording
    private let ending: Ending
    private var received: Int64 = 0
    private var isOpen = false
    /// The next fix has no other to be compared with: while the outbox cannot be read, none of those in it.
    private var beginsAnew = true
    private var published = BootTime(milliseconds: 0)
    private var violation: (any Error)?
    let since: Int64

    init(_ world: World) throws {
        self.world = world
        clock = world.clock
        since = clock.elapsed
        disk = world.newDisk(of: .agent)
        log = AgentLog(log: world.newLog())
        let clock = clock
        let gpsd = gpsd
        let receiver = Receiver(
            settings: ReceiverSettings(), buildDate: UTCTime(seconds: 1_750_000_000), bootID: clock.bootID,
            anchor: StoredAnchor.read(world.agentState, now: clock.bootTime),
            systemClock: { clock.isSynchronised ? clock.civilTime : nil }, connect: { _ in gpsd })
        self.receiver = receiver
        recorder = Recorder(settings: world.recorderSettings, clock: clock) {
            receiver.trustedTime(at: clock.bootTime).map {
                TrustedTime(now: $0, since: clock.bootTime, isConfirmed: true)
            }
        }
        recording = Recording(recorder: recorder, rules: world.rules)
        ending = Ending(recorder: recorder)
        recorder.report = { [unowned self] in heard($0) }
        try run { try recorder.open(now: clock.bootTime) }
        gpsd.say(.connected(version: "3.22"))
    }

    /// Nothing of this process is called any more.
    func bury() {
        recorder.report = { _ in }
    }

    var deadline: Int64? {
        let times = [receiver.deadline, recorder.deadline, ending.deadline].compactMap { $0 }
        return times.min().map(clock.elapsed(at:))
    }

    var isOver: Bool { ending.isOver }
    var isPaused: Bool { recording.isPaused }

    /// Epochs and fixes in RAM.
    var held: Int { recording.undecided + recorder.waiting }
    /// True if nothing waits for the disk or for a trusted time; the sampler may wait for the next fix for ever.
    var isSettled: Bool { recorder.waiting == 0 && receiver.held == 0 }
    var counters: OutboxCounters { recorder.counters }
    var writer: OutboxWriter? { recorder.writer }

    /// Does what is due.
    func serve() throws {
        try run {
            let now = clock.bootTime
            receiver.serve(readable: true, writable: false, now: now) { heard($0, now: now) }
            if let deadline = recorder.deadline, deadline <= now { recorder.serve(ready: [], now: now) }
            if let deadline = ending.deadline, deadline <= now { ending.serve(ready: [], now: now) }
            publish(now: now)
        }
    }

    func stop() throws {
        guard !ending.hasBegun else { return }
        try run {
            let now = clock.bootTime
            receiver.stop { heard($0, now: now) }
            recording.finish(now: now)
            ending.begin(now: now)
        }
    }

    func setPaused(_ paused: Bool) throws {
        try run {
            let now = clock.bootTime
            do {
                try recorder.setPaused(paused, now: now)
            } catch {
                return
            }
            recording.setPaused(paused, now: now)
            recorder.commit(now: now)
        }
    }

    /// What `waypost flush` asks the agent for.
    func flush() throws {
        try run {
            let now = clock.bootTime
            if recorder.commit(now: now) { recorder.keepHouse(now: now) }
        }
    }

    private func run(_ body: () throws -> Void) throws {
        let wait = try disk.run(body)
        if let violation { throw violation }
        if isOpen { (world.received, received) = (world.received + received, 0) }
        if disk.isDead { return }
        clock.elapsed += wait
        try check()
    }

    // MARK: What the parts report

    private func heard(_ event: ReceiverEvent, now: BootTime) {
        if case .fix = event {} else { world.trace("agent: \(event)") }
        log.note(event)
        switch event {
        case .fix, .dropped: received += 1
        case .reanchored: beginsAnew = true
        default: break
        }
        if case .fix(let fix) = event, fix.coordinate != nil, beginsAnew {
            world.books.expectFirst(at: fix.sampleTime)
            beginsAnew = false
        }
        recording.take(event, now: now)
    }

    private func heard(_ event: RecorderEvent) {
        guard !disk.isDead, violation == nil else { return }
        world.trace("agent: \(event)")
        log.note(event)
        do {
            try enter(event)
        } catch {
            violation = error
        }
    }

    private func enter(_ event: RecorderEvent) throws {
        switch event {
        case .opened(let newest, let isPaused):
            recording.resume(after: newest, isPaused: isPaused, now: clock.bootTime)
            try opened(hasNewest: newest != nil)
        case .stored, .recovered:
            if let writer = recorder.writer { try world.books.observe(writer) }
            world.ring()
        case .shed:
            if let writer = recorder.writer { try world.books.compare(with: writer) }
        case .salvaged(let report):
            throw Violation("a sound outbox was taken for a damaged one: \(report)")
        case .refused(let error):
            throw Violation("the agent met another one that is not there: \(error)")
        case .acknowledged(.begunAnew):
            throw Violation("the agent took its own outbox for an older copy")
        case .failed, .acknowledged, .deliveryUnreadable, .ballast, .copyRemoved:
            break
        }
    }

    private func opened(hasNewest: Bool) throws {
        guard let writer = recorder.writer else { return }
        beginsAnew = !hasNewest
        try world.books.observe(writer)
        try world.books.compare(with: writer)
        try require(writer.counters.held == 0, "\(writer.counters.held) epochs of a run that has ended are held")
        try require(
            writer.counters.received <= world.received,
            "\(writer.counters.received) epochs are counted of \(world.received) that came")
        world.received = writer.counters.received + received
        received = 0
        isOpen = true
    }

    private func check() throws {
        try require(recorder.waiting <= Waiting.capacity, "\(recorder.waiting) fixes wait in RAM")
        try require(receiver.held <= 600, "\(receiver.held) epochs wait for a trusted time")
        try require(recording.undecided <= 100, "the sampler holds \(recording.undecided) fixes")
        guard let writer = recorder.writer, isOpen else { return }
        let counters = recorder.counters
        try require(
            counters.held == Int64(held), "the books hold \(counters.held) epochs, and there are \(held)")
        try require(
            counters.received == world.received, "\(counters.received) epochs counted of \(world.received)")
        try require(writer.counters.pending >= 0, "\(writer.counters.pending) fixes are pending")
    }

    private func publish(now: BootTime) {
        guard now.since(published) >= 10_000 else { return }
        published = now
        let time = receiver.trustedTime(at: now).map { "\"\($0.iso8601)\"" } ?? "null"
        try? TextFile.replace(
            world.agentState,
            with: "{\"boot_id\":\"\(clock.bootID)\",\"boot_ms\":\(now.milliseconds),\"gnss_time\":\(time),"
                + "\"time_trust\":\"\(receiver.trust.rawValue)\"}\n")
    }
}
