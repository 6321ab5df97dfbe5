import AmazonLocation
import Configuration
import Outbox
import Positioning
import Runtime
import Signing
import Transport

@testable import Delivery
@testable import Uploader

/// The uploader of one process life: the real engine, stores, courier and signing, wired as `UploaderService` wires
/// them.
final class UploaderProcess {
    let disk: Disk
    let log: Log
    let since: Int64
    private unowned let world: World
    private let clock: SimulatedClock
    private let stores: Stores
    private let engine: DeliveryEngine
    private let signing: SigningClock
    private let courier: Courier
    /// Fixes whose acknowledgement is not known to be stored.
    private var acknowledged: [StoredFix] = []
    private var isTimeTrusted = false
    private var stopBy: BootTime?
    private(set) var isOver = false
    private var violation: (any Error)?

    /// Throws what the real process ends with, to be started again later.
    init(_ world: World, _ target: Target) throws {
        self.world = world
        clock = world.clock
        since = clock.elapsed
        disk = world.newDisk(of: .uploader)
        log = world.newLog()
        let clock = clock
        let signing = SigningClock(clock: clock, agentState: world.agentState)
        self.signing = signing
        var made: (stores: Stores, engine: DeliveryEngine)?
        _ = try disk.run {
            let stores = try Stores(
                outboxPath: world.outbox, deliveryPath: world.delivery, stopsAtFirstLook: false, clock: clock,
                mended: { [unowned world] report in
                    world.uploader?.fail(Violation("a sound delivery.db was taken for a damaged one: \(report)"))
                }, now: { signing.time(at: clock.bootTime) })
            let engine = DeliveryEngine(
                settings: world.deliverySettings, storage: stores, stored: try stores.delivery.backOff(),
                bootID: clock.bootID, now: clock.bootTime, random: world.chance.fork())
            made = (stores, engine)
        }
        guard let made, !disk.isDead else { throw Violation("killed while it started") }
        (stores, engine) = made
        let random = world.chance
        courier = Courier(
            client: SimulatedClient(world), clock: signing, target: target,
            credentials: RefreshingCredentials(SimulatedCredentials(world), random: { random.fraction() }))
        if let mended = stores.delivery.mended {
            throw Violation("a sound delivery.db was taken for a damaged one: \(mended)")
        }
    }

    var deadline: Int64? {
        [engine.deadline, stopBy].compactMap { $0 }.min().map(clock.elapsed(at:))
    }

    /// True if it has nothing in hand.
    var isIdle: Bool { engine.isFinished }

    /// Does what is due.
    func serve() throws {
        try run { pump() }
    }

    func ring() throws {
        try run {
            engine.doorbell()
            pump()
        }
    }

    func flush() throws {
        try run {
            engine.flush(now: clock.bootTime)
            pump()
        }
    }

    func stop() throws {
        try run {
            engine.stop()
            stopBy = clock.bootTime.advanced(by: UploaderService.stopLimit)
            pump()
        }
    }

    /// The end of a wait on the network, unless this process is gone.
    func resume(_ body: @escaping () -> Void) throws {
        try run(body)
    }

    func fail(_ error: any Error) {
        violation = violation ?? error
    }

    private func run(_ body: () throws -> Void) throws {
        let wait = try disk.run(body)
        if let violation { throw violation }
        if disk.isDead { return }
        clock.elapsed += wait
        if engine.saving.isDone {
            world.settled(acknowledged)
            acknowledged = []
        }
        let inHand = engine.inHand.leased.count
        try require(inHand <= 16 * 10 + 17 * 10 + 40, "the engine holds \(inHand) fixes")
    }

    private func pump() {
        let isTrusted = signing.trusted(at: clock.bootTime) != nil
        if isTrusted, !isTimeTrusted { engine.clockChanged(now: clock.bootTime) }
        isTimeTrusted = isTrusted
        while !disk.isDead, let attempt = engine.next(now: clock.bootTime) {
            world.trace("uploader: sends \(attempt.fixes.first?.id ?? 0)...\(attempt.fixes.last?.id ?? 0)")
            world.sends(attempt.fixes, from: self)
            courier.send(attempt) { [unowned self] result in finished(attempt, result) }
        }
        for notice in engine.takeNotices() {
            world.trace("uploader: \(notice)")
            let line = NoticeText(notice)
            log.write(line.level, line.text)
            if case .deadLettered(let fix, _, _) = notice { attempt { try world.books.giveUp(fix.id) } }
        }
        if let stopBy, engine.isIdle || stopBy <= clock.bootTime {
            isOver = true
            try? stores.commit()
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            fail(error)
        }
    }

    private func finished(_ attempt: DeliveryAttempt, _ result: AttemptResult) {
        world.trace("uploader: \(attempt.fixes.first?.id ?? 0)... ended with \(result.answer)")
        let day = String(signing.time(at: clock.bootTime).iso8601.prefix(10))
        stores.delivery.countSent(1500, day: day)
        engine.answered(attempt.number, with: result, now: clock.bootTime)
        if case .success(let errors) = result.answer {
            acknowledged += attempt.fixes.filter { fix in !errors.contains { $0.sampleTime == fix.fix.sampleTime } }
        }
        pump()
    }
}

/// Carries out requests over the model of the network, for the uploader that is alive.
final class SimulatedClient: RequestSender {
    private unowned let world: World

    init(_ world: World) {
        self.world = world
    }

    func start(
        _ request: HTTPRequest, options: RequestOptions, now: BootTime, completion: @escaping HTTPClient.Completion
    ) {
        do {
            let (outcome, time) = try world.network.carry(request)
            world.later(time) { completion(outcome) }
        } catch {
            world.uploader?.fail(error)
        }
    }
}

/// Hands out the newest keys, after a while, or not at all.
final class SimulatedCredentials: CredentialProvider {
    private unowned let world: World

    init(_ world: World) {
        self.world = world
    }

    func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        if let failure = world.credentialTrouble { return world.later(100) { completion(.failure(failure)) } }
        let token = world.service.token
        let keys = SigningCredentials(accessKeyID: "KEY", secretAccessKey: "secret", sessionToken: "token-\(token)")
        world.later(80) { completion(.success(Credentials(keys: keys, lifetime: 3_600_000, source: "the simulator"))) }
    }
}
