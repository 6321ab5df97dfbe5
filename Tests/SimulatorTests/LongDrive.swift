import AmazonLocation
import Foundation
import JSON
import Outbox
import Positioning
import Sampling
import Signing
import Transport

@testable import Agent
@testable import Delivery
@testable import Receiver
@testable import Uploader

/// A vehicle on the road day and night, one epoch a second, with three hours without a network each day: the real
/// sampler, Recorder, stores and engine, as two processes that never end.
final class LongDrive {
    /// What a part of the drive left behind.
    struct Part {
        /// kB of anonymous memory, and of the files.
        var memory: Int
        var file: Int
        var journal: Int
        /// Milliseconds of CPU for a day.
        var cost: Int
    }

    private let clock = SimulatedClock()
    private let directory: BoxDirectory
    private let recorder: Recorder
    private let recording: Recording
    private let stores: Stores
    private let engine: DeliveryEngine
    private let courier: Courier
    private let way: Way
    private var place = Coordinate(latitude: 47, longitude: 8)
    private var course = 0.0
    private(set) var epochs = 0

    init() throws {
        directory = try BoxDirectory()
        var limits = OutboxLimits()
        limits.keepDelivered = 86_400_000
        let settings = RecorderSettings(
            path: directory.file("outbox.db"), deviceID: World.deviceID, limits: limits, commitEvery: 10_000,
            deliveryPath: directory.file("delivery.db"))
        let clock = clock
        recorder = Recorder(settings: settings, clock: clock) {
            TrustedTime(now: clock.truth, since: clock.bootTime, isConfirmed: true)
        }
        recording = Recording(recorder: recorder, rules: SamplingRules())
        stores = try Stores(
            outboxPath: settings.path, deliveryPath: settings.deliveryPath, stopsAtFirstLook: false, clock: clock,
            mended: { _ in }, now: { clock.truth })
        let chance = Chance(1)
        var delivery = DeliverySettings()
        delivery.linger = 300_000
        engine = DeliveryEngine(
            settings: delivery, storage: stores, stored: nil, bootID: clock.bootID, now: clock.bootTime,
            random: chance.fork())
        way = Way(settings.path)
        courier = Courier(
            client: way, clock: SigningClock(clock: clock, agentState: directory.file("agent.json")),
            target: try Target(BoxSettings.uploader()), credentials: OneKey())
        recorder.report = { [unowned self] in heard($0) }
        try recorder.open(now: clock.bootTime)
    }

    var kept: Int64 { recorder.counters.kept }
    var requests: Int { way.requests }

    /// So many days, and what they cost.
    func pass(days: Int) throws -> Part {
        let began = Self.milliseconds()
        var journal = 0
        for second in 0..<days * 86_400 {
            clock.elapsed += 1000
            way.isOpen = !(6..<9).contains(clock.elapsed / 3_600_000 % 24)
            drive()
            try serve()
            if second % 600 == 0 { journal = max(journal, size("outbox.db-wal")) }
        }
        try require(engine.inHand.leased.count <= 20, "the engine holds \(engine.inHand.leased.count) fixes")
        let counters = recorder.counters
        try require(counters.received == Int64(epochs), "\(counters.received) of \(epochs) epochs are counted")
        return Part(
            memory: Self.memory(), file: size("outbox.db"), journal: journal, cost: (Self.milliseconds() - began) / days
        )
    }

    /// The last fixes arrive, and the books are closed.
    func finish() throws {
        recording.finish(now: clock.bootTime)
        recorder.commit(now: clock.bootTime)
        for _ in 0..<7200 {
            clock.elapsed += 1000
            try serve()
        }
        let counters = recorder.counters
        try require(counters.held == 0 && counters.pending == 0, "\(counters) do not add up to nothing left")
        try require(counters.delivered == counters.kept, "\(counters.delivered) of \(counters.kept) were delivered")
        try require(way.expected.isEmpty, "\(way.expected.count) fixes did not arrive")
        try require(
            counters.received == counters.kept + counters.droppedTotal, "the epochs of \(counters) do not add up")
    }

    private func drive() {
        epochs += 1
        let (day, second) = (clock.elapsed / 86_400_000, clock.elapsed / 1000 % 86_400)
        course += Double((second / 60 + day) % 7 - 3) * 0.003
        place.latitude = min(60, max(30, place.latitude + 0.00013 * cos(course)))
        place.longitude = min(30, max(-5, place.longitude + 0.00013 * sin(course)))
        var fix = Fix(sampleTime: clock.truth, received: clock.bootTime, mode: .threeD, coordinate: place)
        fix.horizontalAccuracy = 4
        recording.take(.fix(fix), now: clock.bootTime)
    }

    private func serve() throws {
        let now = clock.bootTime
        if let deadline = recorder.deadline, deadline <= now { recorder.serve(ready: [], now: now) }
        way.deliver(now: now)
        if engine.deadline.map({ $0 <= now }) ?? false { pump() }
        if let violation = way.violation { throw violation }
    }

    private func pump() {
        while let attempt = engine.next(now: clock.bootTime) {
            courier.send(attempt) { [unowned self] result in
                engine.answered(attempt.number, with: result, now: clock.bootTime)
                pump()
            }
        }
        _ = engine.takeNotices()
    }

    private func heard(_ event: RecorderEvent) {
        guard case .stored(let count) = event else { return }
        way.expect(count)
        engine.doorbell()
        pump()
    }

    private func size(_ name: String) -> Int {
        var status = stat()
        return stat(directory.file(name), &status) == 0 ? Int(status.st_size) / 1024 : 0
    }

    private static func memory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon") }
        return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }

    private static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }
}

/// The network and a service that forgets what it has accepted: fixes must arrive in the order in which they were kept.
private final class Way: RequestSender {
    private let outbox: String
    var isOpen = true
    private(set) var requests = 0
    private(set) var expected: [Books.Row] = []
    private(set) var violation: Violation?
    private var stored = 0
    private var answers: [(at: BootTime, answer: () -> Void)] = []

    /// The way of what is stored in `outbox`.
    init(_ outbox: String) {
        self.outbox = outbox
    }

    /// `count` more rows are to come.
    func expect(_ count: Int) {
        stored += count
    }

    private func note() {
        let rows = try? OutboxReader(path: outbox).newest(limit: stored)
        for row in (rows ?? []).reversed() {
            guard let place = row.fix.coordinate else { continue }
            expected.append(Books.Row(time: row.fix.sampleTime, place: place))
        }
        stored = 0
    }

    func start(
        _ request: HTTPRequest, options: RequestOptions, now: BootTime, completion: @escaping HTTPClient.Completion
    ) {
        requests += 1
        note()
        let result: Result<HTTPResponse, TransportFailure>
        if isOpen {
            take((try? JSONReader().read(request.body))?["Updates"]?.array ?? [])
            let headers = [HTTPHeader("Content-Type", "application/json")]
            result = .success(HTTPResponse(status: 200, headers: headers, body: Array("{\"Errors\":[]}".utf8)))
        } else {
            result = .failure(TransportFailure(.connect, "There is no network."))
        }
        answers.append((now.advanced(by: 200), { completion(result) }))
    }

    private func take(_ updates: [JSONValue]) {
        for update in updates {
            let time = update["SampleTime"]?.string.flatMap { UTCTime(iso8601: $0) }
            guard let next = expected.first, next.time == time, let place = update["Position"]?.array,
                abs((place[1].number ?? 0) - next.place.latitude) < 6e-8,
                abs((place[0].number ?? 0) - next.place.longitude) < 6e-8
            else {
                violation = violation ?? Violation("\(update) came instead of \(String(describing: expected.first))")
                return
            }
            expected.removeFirst()
        }
    }

    func deliver(now: BootTime) {
        while let first = answers.first, first.at <= now {
            answers.removeFirst()
            first.answer()
        }
    }
}

/// A key that is always good.
private final class OneKey: CredentialProvider {
    private let keys = SigningCredentials(accessKeyID: "KEY", secretAccessKey: "secret")

    func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        completion(.success(Credentials(keys: keys, source: "the drive")))
    }
}
