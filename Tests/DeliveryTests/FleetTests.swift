import AmazonLocation
import Delivery
import Foundation
import Outbox
import Positioning
import TestSupport
import Testing

/// Many boxes with the real engine against one account's quota, in virtual time.
///
/// `WAYPOST_FLEET=1000 swift test -c release --filter FleetTests` prints the figures of the manual; without it a tenth
/// of the fleet shares a tenth of the quota.
@Suite struct FleetTests {
    /// What came out of a run.
    struct Figures {
        var drained = 0.0
        var requests = 0
        var throttled = 0
        var liveAges: [Double] = []

        /// The age in seconds below which `share` of the live positions arrived.
        func liveAge(_ share: Double) -> Double {
            let sorted = liveAges.sorted()
            return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
    }

    private static let size = ProcessInfo.processInfo.environment["WAYPOST_FLEET"].flatMap { Int($0) } ?? 100

    @Test(arguments: [DeliverySettings.Order.chronological, .liveFirst])
    func aFleetThatComesBackTogetherSharesTheQuotaOfItsAccount(order: DeliverySettings.Order) {
        var settings = DeliverySettings()
        settings.order = order
        let figures = Fleet(boxes: Self.size, backlog: 2880, settings: settings).run()
        let ideal = Double(Self.size * 288) / Fleet.quota(Self.size)
        print(
            "fleet of \(Self.size), \(order.rawValue): drained in \(Int(figures.drained)) s (ideal \(Int(ideal)) s), "
                + "\(figures.throttled * 100 / figures.requests) % of \(figures.requests) requests throttled, "
                + "live positions after outage: half within \(Int(figures.liveAge(0.5))) s, "
                + "95 % within \(Int(figures.liveAge(0.95))) s")
        #expect(figures.drained < ideal * 2.5)
        #expect(figures.throttled * 2 < figures.requests)
    }
}

/// The boxes, the account, and the clock.
private final class Fleet {
    private struct Event: Comparable {
        var at: Int64
        var box: Int
        /// The attempt that ends; nil for a wake-up.
        var attempt: Int?
        var isAccepted = false
        var newest: Int64 = 0

        static func < (left: Event, right: Event) -> Bool { left.at < right.at }
    }

    private var engines: [DeliveryEngine] = []
    private var stores: [CountedBacklog] = []
    private var events: [Int64: [Event]] = [:]
    /// When each box wakes up by itself; an earlier plan is void.
    private var wakes: [Int64] = []
    private let quota: Double
    private var tokens: Double
    private var tokensAt: Int64 = 0
    private var figures = FleetTests.Figures()
    private static let start: Int64 = 1_000_000
    /// How often a fix comes in, in milliseconds.
    private static let interval: Int64 = 30_000

    /// 50 requests a second for 1,000 boxes.
    static func quota(_ boxes: Int) -> Double { 50 * Double(boxes) / 1000 }

    init(boxes: Int, backlog: Int64, settings: DeliverySettings) {
        quota = Self.quota(boxes)
        tokens = max(1, quota * 0.8)
        tokensAt = Self.start
        for box in 0..<boxes {
            let store = CountedBacklog(backlog: backlog)
            stores.append(store)
            engines.append(
                DeliveryEngine(
                    settings: settings, storage: store, stored: nil, bootID: "boot",
                    now: BootTime(milliseconds: Self.start), random: SplitMix(seed: UInt64(box) + 1)))
            wakes.append(Self.start)
            schedule(Event(at: Self.start, box: box))
        }
    }

    /// Runs until every backlog has gone.
    func run() -> FleetTests.Figures {
        var now = Self.start
        var left = Set(engines.indices)
        while !left.isEmpty, now < Self.start + 100_000_000 {
            for event in events.removeValue(forKey: now) ?? [] {
                if event.attempt == nil, wakes[event.box] != now { continue }
                if stores[event.box].record((now - Self.start) / Self.interval) { engines[event.box].doorbell() }
                if let attempt = event.attempt { finish(event, attempt, now) }
                pump(event.box, now)
                if stores[event.box].isDrained, left.remove(event.box) != nil {
                    figures.drained = Double(now - Self.start) / 1000
                }
            }
            now += 10
        }
        return figures
    }

    private func schedule(_ event: Event) {
        var event = event
        event.at = (event.at + 9) / 10 * 10
        events[event.at, default: []].append(event)
    }

    private func finish(_ event: Event, _ attempt: Int, _ now: Int64) {
        let refusal = CallFailure.service(ServiceError(status: 429, code: "ThrottlingException", message: ""))
        let result = AttemptResult(event.isAccepted ? .success([]) : .failure(refusal))
        engines[event.box].answered(attempt, with: result, now: BootTime(milliseconds: now))
        if event.isAccepted, let age = stores[event.box].age(of: event.newest, at: now - Self.start, Self.interval) {
            figures.liveAges.append(Double(age) / 1000)
        }
    }

    private func pump(_ box: Int, _ now: Int64) {
        let time = BootTime(milliseconds: now)
        while let attempt = engines[box].next(now: time) {
            figures.requests += 1
            let isAccepted = admit(now)
            if !isAccepted { figures.throttled += 1 }
            schedule(
                Event(
                    at: now + 100, box: box, attempt: attempt.number, isAccepted: isAccepted,
                    newest: attempt.fixes.last?.id ?? 0))
        }
        let next = min(engines[box].deadline?.milliseconds ?? .max, now + Self.interval)
        wakes[box] = (max(next, now + 10) + 9) / 10 * 10
        schedule(Event(at: wakes[box], box: box))
    }

    /// A token bucket: the quota as rate, 80 % of it as burst.
    private func admit(_ now: Int64) -> Bool {
        tokens = min(max(1, quota * 0.8), tokens + Double(now - tokensAt) / 1000 * quota)
        tokensAt = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}

/// A backlog of numbers, and what comes in after it.
private final class CountedBacklog: DeliveryStorage {
    private let backlog: Int64
    private var newest: Int64
    private var resolved = IDRanges()

    init(backlog: Int64) {
        self.backlog = backlog
        newest = backlog
    }

    var isDrained: Bool { resolved.lowWater(above: 0) >= backlog }

    /// True if there is something new.
    func record(_ count: Int64) -> Bool {
        guard backlog + count > newest else { return false }
        newest = backlog + count
        return true
    }

    /// How old a fix that came in after the outage is at `time`; nil for one of the backlog.
    func age(of id: Int64, at time: Int64, _ interval: Int64) -> Int64? {
        id > backlog ? time - (id - backlog) * interval : nil
    }

    func pending(
        after: Int64, through: Int64, limit: Int, excluding: IDRanges
    ) throws(StorageFailure) -> [StoredFix] {
        var found: [StoredFix] = []
        var id = resolved.lowWater(above: max(after, 0)) + 1
        while found.count < limit, id <= min(through, newest) {
            if !excluding.contains(id) { found.append(MemoryStorage.fix(id)) }
            id = resolved.lowWater(above: id) + 1
        }
        return found
    }

    func newestPending(limit: Int, excluding: IDRanges) throws(StorageFailure) -> [StoredFix] {
        var found: [StoredFix] = []
        var id = newest
        while found.count < limit, id > 0 {
            if !resolved.contains(id), !excluding.contains(id) { found.append(MemoryStorage.fix(id)) }
            id -= 1
        }
        return found.reversed()
    }

    func commit() throws(StorageFailure) {}

    func settle(_ settlement: Settlement) {
        for fix in settlement.delivered { resolved.insert(fix.id) }
    }

    func keep(_ wait: StoredBackOff?) throws(StorageFailure) {}
}
