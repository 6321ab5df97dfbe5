import AmazonLocation
import Delivery
import Outbox
import Positioning
import TestSupport
import Testing
import Transport

/// Virtual time around the real engine: a service that a test describes, fixes that come in, processes that die.
final class World {
    /// A request as the service saw it.
    struct Request: Equatable {
        var at: Int64
        var ids: [Int64]
        var refreshed: Bool
    }

    /// What the service does with a request.
    struct Reply {
        var answer: Result<[UpdateError], CallFailure>
        /// The service acted on the request, whatever the box hears of it.
        var isStored: Bool
        var latency: Int64 = 100
        var skew: Int64?

        static let accepted = Reply(answer: .success([]), isStored: true)

        static func failing(_ failure: CallFailure, isStored: Bool = false, latency: Int64 = 100) -> Reply {
            Reply(answer: .failure(failure), isStored: isStored, latency: latency)
        }

        static func refusing(
            _ status: Int, _ code: String, _ message: String = "", retryAfter: Int64? = nil, isFirm: Bool = false
        ) -> Reply {
            failing(
                .service(
                    ServiceError(
                        status: status, code: code, message: message, retryAfter: retryAfter,
                        isRetryAfterFirm: isFirm)))
        }

        static let offline = failing(.transport(TransportFailure(.resolve, "No name for tracking.example.")))
        static let lost = failing(
            .transport(TransportFailure(.cut, "The connection was cut.")), isStored: true, latency: 5000)
    }

    let storage = MemoryStorage()
    var settings = DeliverySettings()
    var service: (Request) -> Reply = { _ in .accepted }
    /// Called before an answer reaches the box; true kills the process, so that it never does.
    var kills: (Request) -> Bool = { _ in false }
    private(set) var now = BootTime(milliseconds: 1_000_000)
    private(set) var engine: DeliveryEngine
    private(set) var requests: [Request] = []
    private(set) var notices: [DeliveryNotice] = []
    /// How often the service stored each fix.
    private(set) var received: [Int64: Int] = [:]
    private(set) var receivedOrder: [Int64] = []
    private(set) var mostUnderWay = 0
    private var random: SplitMix
    private var idleSteps = 0
    private var bootID = "boot-1"
    private var arriving: [(at: BootTime, attempt: Int, reply: Reply, request: Request)] = []
    private var arrivals: [BootTime] = []

    init(_ settings: DeliverySettings = DeliverySettings(), pending: Int = 0, seed: UInt64 = 7) {
        self.settings = settings
        random = SplitMix(seed: seed)
        storage.append(pending)
        engine = DeliveryEngine(
            settings: settings, storage: storage, stored: nil, bootID: bootID, now: now, random: SplitMix(seed: seed))
    }

    /// Seconds since the world began.
    var elapsed: Int64 { (now.milliseconds - 1_000_000) / 1000 }

    /// The process dies without a word; another starts, perhaps after a reboot.
    func restart(reboot: Bool = false) {
        arriving = []
        storage.forget()
        if reboot {
            bootID += "+"
            arrivals = arrivals.map { BootTime(milliseconds: $0.milliseconds - now.milliseconds + 20_000) }
            now = BootTime(milliseconds: 20_000)
        }
        engine = DeliveryEngine(
            settings: settings, storage: storage, stored: storage.wait, bootID: bootID, now: now,
            random: SplitMix(seed: random.next()))
    }

    /// A fix comes in, and the agent rings, every `interval` ms from now on, `count` times.
    func record(_ count: Int, every interval: Int64) {
        arrivals += (1...count).map { now.advanced(by: Int64($0) * interval) }
        arrivals.sort()
    }

    /// Lets `seconds` pass.
    func run(seconds: Int64) {
        let end = now.advanced(by: seconds * 1000)
        while step(until: end) {}
        now = end
    }

    /// Lets time pass until `condition` holds; false if it does not within `seconds`.
    func run(atMost seconds: Int64 = 200_000, until condition: () -> Bool) -> Bool {
        let end = now.advanced(by: seconds * 1000)
        while !condition() {
            if !step(until: end) { return condition() }
        }
        return true
    }

    /// Lets time pass until nothing is pending.
    func drain(atMost seconds: Int64 = 200_000) -> Bool {
        run(atMost: seconds) { storage.pending.isEmpty && arrivals.isEmpty && engine.isIdle }
    }

    private func step(until end: BootTime) -> Bool {
        while let attempt = engine.next(now: now) { send(attempt) }
        notices += engine.takeNotices()
        let times = [engine.deadline, arriving.map(\.at).min(), arrivals.first].compactMap { $0 }
        guard let next = times.min(), next <= end else { return false }
        idleSteps = next <= now ? idleSteps + 1 : 0
        guard idleSteps < 1000 else {
            Issue.record("the engine asks to be called again and again at the same instant")
            return false
        }
        now = max(now, next)
        if let first = arrivals.first, first <= now {
            arrivals.removeFirst()
            storage.append()
            engine.doorbell()
        }
        deliverAnswers()
        return true
    }

    private func send(_ attempt: DeliveryAttempt) {
        let request = Request(at: now.milliseconds, ids: attempt.fixes.map(\.id), refreshed: attempt.refreshCredentials)
        requests.append(request)
        let reply = service(request)
        if reply.isStored {
            let refused: [Int64] =
                if case .success(let errors) = reply.answer {
                    attempt.fixes.filter { fix in errors.contains { $0.sampleTime == fix.fix.sampleTime } }.map(\.id)
                } else { [] }
            for id in request.ids where !refused.contains(id) {
                received[id, default: 0] += 1
                receivedOrder.append(id)
            }
        }
        arriving.append((now.advanced(by: reply.latency), attempt.number, reply, request))
        mostUnderWay = max(mostUnderWay, arriving.count)
    }

    private func deliverAnswers() {
        let due = arriving.filter { $0.at <= now }
        arriving.removeAll { $0.at <= now }
        for answer in due {
            if kills(answer.request) {
                restart()
                return
            }
            engine.answered(
                answer.attempt, with: AttemptResult(answer.reply.answer, skew: answer.reply.skew), now: now)
            notices += engine.takeNotices()
        }
    }
}

/// The error of a 200 answer that names fix `id`.
func itemError(_ id: Int64, _ code: String, _ message: String = "") -> UpdateError {
    let fix = MemoryStorage.fix(id)
    return UpdateError(deviceID: fix.deviceID, sampleTime: fix.fix.sampleTime, code: code, message: message)
}
