import AmazonLocation
import Configuration
import Delivery
import Foundation
import Positioning
import Runtime
import Sampling

@testable import Agent
@testable import Outbox
@testable import Receiver
@testable import Uploader

/// One box in virtual time: its receiver, its processes and disks, the network and the service, and what goes wrong.
final class World {
    let seed: UInt64
    let chance: Chance
    let clock = SimulatedClock()
    let service: SimulatedService
    let network: SimulatedNetwork
    let receiver: SimulatedReceiver
    let books: Books
    let rules: SamplingRules
    let recorderSettings: RecorderSettings
    let deliverySettings: DeliverySettings
    /// Milliseconds between two epochs.
    let period: Int64

    private(set) var agent: AgentProcess?
    private(set) var uploader: UploaderProcess?
    var agentTrouble: Disk.Trouble? { didSet { agent?.disk.suffer(agentTrouble) } }
    var uploaderTrouble: Disk.Trouble? { didSet { uploader?.disk.suffer(uploaderTrouble) } }
    var credentialTrouble: CallFailure?
    var isGPSDUp = true
    /// Epochs that came out of the Receiver, as far as a process that died had counted them.
    var received: Int64 = 0

    let directory: BoxDirectory
    private let target: Target
    private var agenda = Agenda()
    private(set) var disks: [Disk] = []
    private var isPowered = true
    private var isReceiverOn = true
    private var settled: Set<Int64> = []
    private(set) var allowedLines: Int64 = 0
    private var stillness = 0
    private(set) var faults: Int64 = 0
    let isTracing: Bool

    var outbox: String { directory.file("outbox.db") }
    var delivery: String { directory.file("delivery.db") }
    var agentState: String { directory.file("agent.json") }
    static let deviceID = "box-1"

    init(seed: UInt64, isTracing: Bool) throws {
        (self.seed, self.isTracing) = (seed, isTracing)
        chance = Chance(seed)
        directory = try BoxDirectory()
        service = SimulatedService(clock, chance)
        network = SimulatedNetwork(service, chance)
        receiver = SimulatedReceiver(clock, chance)
        let box = BoxSettings(chance)
        (rules, deliverySettings, period) = (box.rules, box.delivery, box.period)
        recorderSettings = RecorderSettings(
            path: directory.file("outbox.db"), deviceID: Self.deviceID, limits: box.limits,
            commitEvery: box.commitEvery, deliveryPath: directory.file("delivery.db"))
        books = Books(
            receiver, service, deviceID: Self.deviceID, interval: box.isIntervalOnly ? box.rules.interval : nil)
        target = try Target(BoxSettings.uploader())
    }

    // MARK: What the processes get

    func newDisk(of owner: Disk.Owner) -> Disk {
        let disk = Disk(of: owner, chance)
        disk.suffer(owner == .agent ? agentTrouble : uploaderTrouble)
        disks.append(disk)
        return disk
    }

    func newLog() -> Log { Log(level: .info, clock: clock, descriptor: directory.log) }

    func trace(_ text: @autoclosure () -> String) {
        if isTracing { print("\(clock.elapsed) \(text())") }
    }

    /// The agent's doorbell.
    func ring() {
        agenda.add(at: clock.elapsed) { [unowned self] in try uploader?.ring() }
    }

    /// Calls `body` in the uploader that is alive now, if it is alive then.
    func later(_ milliseconds: Int64, _ body: @escaping () -> Void) {
        agenda.add(at: clock.elapsed + milliseconds) { [unowned self, weak asking = uploader] in
            guard let asking, asking === uploader else { return }
            try asking.resume(body)
        }
    }

    func sends(_ fixes: [StoredFix], from process: UploaderProcess) {
        for fix in fixes where settled.contains(fix.id) {
            process.fail(Violation("fix \(fix.id) goes again although its acknowledgement was stored"))
        }
    }

    /// The acknowledgements of these fixes are stored.
    func settled(_ fixes: [StoredFix]) {
        settled.formUnion(fixes.map(\.id))
    }

    // MARK: A run

    /// One run; throws the first violation.
    func run() throws {
        start()
        let end = chance.number(4...20) * 60_000
        let plan = FaultPlan(self, until: end)
        plan.write(into: &agenda)
        try pass(until: end)
        plan.finish()
        powerUp()
        startUp()
        try liveOn(from: end)
        try close()
    }

    /// The longest time that a box may need, once all faults have ended, to deliver what it has.
    private var patience: Int64 { 3 * deliverySettings.maxBackOff + deliverySettings.spread + 3_600_000 }

    private func start() {
        agenda.add(at: 0) { [unowned self] in tick() }
        startUp()
    }

    private func startUp() {
        agenda.add(at: clock.elapsed + 10) { [unowned self] in try startAgent() }
        agenda.add(at: clock.elapsed + 20) { [unowned self] in try startUploader() }
    }

    private func tick() {
        guard isReceiverOn else { return }
        agenda.add(at: clock.elapsed + period) { [unowned self] in tick() }
        guard isPowered else { return }
        for report in receiver.epoch() where isGPSDUp { agent?.gpsd.say(.report(.position(report))) }
    }

    /// Without faults: all that is kept arrives, and the books add up.
    private func liveOn(from end: Int64) throws {
        try pass(until: clock.elapsed + 90_000)
        if agent?.isPaused ?? false { try agent?.setPaused(false) }
        try pass(until: clock.elapsed + 60_000)
        isReceiverOn = false
        while true {
            try pass(until: clock.elapsed + 20_000)
            try books.settle()
            if books.open.isEmpty, let agent, agent.isSettled, uploader?.isIdle ?? false { break }
            // Fixes that are refused to the last one say nothing: one that is accepted must follow them.
            if books.open.isEmpty { try driveOn() }
            try require(
                clock.elapsed - end <= patience,
                "\(books.open.count) fixes from \(books.open.min() ?? 0) on have not arrived "
                    + "\((clock.elapsed - end) / 1000) s after the last fault; the agent holds \(agent?.held ?? -1)")
        }
        for _ in 0..<600 {
            try agent?.flush()
            try pass(until: clock.elapsed + 1000)
            if agent?.counters.pending == 0 { return }
        }
        throw Violation("\(agent?.counters.pending ?? -1) fixes are pending though all are settled")
    }

    /// The vehicle goes on for two minutes.
    private func driveOn() throws {
        isReceiverOn = true
        tick()
        try pass(until: clock.elapsed + 120_000)
        isReceiverOn = false
    }

    // MARK: Time

    /// Lets everything happen that is due before `end`.
    func pass(until end: Int64) throws {
        while true {
            let due = [agenda.next, agent?.deadline, uploader?.deadline].compactMap { $0 }.min() ?? end
            guard due <= end else { break }
            stillness = due <= clock.elapsed ? stillness + 1 : 0
            try require(stillness < 2000, "something asks to be called again and again at the same instant")
            clock.elapsed = max(clock.elapsed, due)
            try step()
        }
        clock.elapsed = max(clock.elapsed, end)
    }

    private func step() throws {
        while let action = agenda.take(at: clock.elapsed) {
            try action()
            reap()
        }
        if let agent, (agent.deadline ?? .max) <= clock.elapsed { try agent.serve() }
        reap()
        if let uploader, (uploader.deadline ?? .max) <= clock.elapsed { try uploader.serve() }
        reap()
    }

    // MARK: Processes

    private func startAgent() throws {
        guard isPowered, agent == nil else { return }
        trace("the agent starts")
        agent = try AgentProcess(self)
        if !isGPSDUp { agent?.gpsd.say(.disconnected(.closed(gpsd: "localhost:2947"))) }
    }

    private func startUploader() throws {
        guard isPowered, uploader == nil else { return }
        trace("the uploader starts")
        do {
            uploader = try UploaderProcess(self, target)
        } catch let error as Violation {
            throw error
        } catch {
            trace("the uploader cannot start: \(error)")
            agenda.add(at: clock.elapsed + 5000) { [unowned self] in try startUploader() }
            return
        }
        try uploader?.serve()
    }

    /// Buries what has died or ended, and has it started again.
    func reap() {
        if let agent, agent.disk.isDead || agent.isOver {
            trace("the agent is gone")
            agent.bury()
            gone(since: agent.since, agent.disk)
            self.agent = nil
            agenda.add(at: clock.elapsed + chance.number(500...5000)) { [unowned self] in try startAgent() }
        }
        if let uploader, uploader.disk.isDead || uploader.isOver {
            trace("the uploader is gone")
            gone(since: uploader.since, uploader.disk)
            self.uploader = nil
            agenda.add(at: clock.elapsed + chance.number(500...5000)) { [unowned self] in try startUploader() }
        }
    }

    /// A process may say each of some twenty things three times in ten minutes.
    private func gone(since start: Int64, _ disk: Disk) {
        faults += disk.failures
        allowedLines += 60 * ((clock.elapsed - start) / 600_000 + 1)
    }

    /// The power goes, for so many milliseconds.
    func cutPower(for milliseconds: Int64) {
        trace("the power goes")
        agent?.disk.cutPower()
        uploader?.disk.cutPower()
        reap()
        isPowered = false
        directory.forgetMemory()
        agenda.add(at: clock.elapsed + milliseconds) { [unowned self] in powerUp() }
    }

    private func powerUp() {
        guard !isPowered else { return }
        trace("the power is back")
        clock.boot()
        isPowered = true
        startUp()
    }

    func count(_ faults: Int) {
        self.faults += Int64(faults)
    }
}
