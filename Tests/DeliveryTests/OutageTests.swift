import AmazonLocation
import Delivery
import Outbox
import Positioning
import Testing
import Transport

@Suite struct OutageTests {
    private static var uncapped: DeliverySettings {
        var settings = DeliverySettings()
        settings.spread = 0
        settings.maxRequestsPerSecond = nil
        return settings
    }

    @Test func aDayOfflineIsDeliveredInOrderAndOnce() {
        let world = World()
        world.service = { _ in .offline }
        world.record(2880, every: 30_000)
        world.run(seconds: 86_400)
        #expect(world.storage.delivered.isEmpty)
        #expect(world.requests.count < 800, "full-jitter back-off up to 15 min, three attempts each while tokens last")
        #expect(world.notices.count < 300, "a day of it does not fill a log")
        world.service = { _ in .accepted }
        let before = world.requests.count
        #expect(world.drain())
        #expect(world.receivedOrder == Array(1...2880))
        #expect(world.storage.repeated == 0)
        let drain = world.requests[before...]
        #expect(drain.count <= 290)
        let gaps = zip(drain, drain.dropFirst()).map { $1.at - $0.at }
        #expect(gaps.min() ?? 0 >= 500)
    }

    @Test func theBacklogOfAnOutageWaitsForItsRandomStart() {
        var starts: Set<Int64> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let world = World(pending: 500, seed: seed)
            #expect(world.drain())
            let start = (world.requests[0].at - 1_000_000) / 1000
            #expect(start <= 300)
            starts.insert(start)
        }
        #expect(starts.count > 15)
        #expect((starts.max() ?? 0) - (starts.min() ?? 0) > 150)
    }

    @Test func aRestartInTheMiddleOfADrainDoesNotStartAnotherSpread() {
        let world = World(pending: 500)
        #expect(world.run { world.requests.count == 5 })
        let interrupted = world.now
        world.restart()
        world.run(seconds: 2)
        #expect(world.requests.count > 5)
        #expect(world.now.since(interrupted) <= 2000)
    }

    @Test func aHiccupOfTheNetworkCostsNoSpread() {
        let world = World(pending: 10)
        var requests = 0
        world.service = { _ in
            requests += 1
            return requests <= 2 ? .offline : .accepted
        }
        world.record(30, every: 100)
        #expect(world.drain(atMost: 70))
    }

    @Test func theBackOffSurvivesARestart() throws {
        let world = World(Self.uncapped, pending: 10)
        world.service = { _ in .offline }
        #expect(world.run { world.storage.wait?.failures ?? 0 >= 10 })
        let due = try #require(world.storage.wait).until
        let sent = world.requests.count
        world.restart()
        world.run(seconds: max(0, due.since(world.now) / 1000 - 1))
        #expect(world.requests.count == sent)
        #expect(world.run(atMost: 3) { world.requests.count > sent })
    }

    @Test func afterARebootAStoredDelayStartsAgainAtRandom() {
        var parts: Set<Int64> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let world = World(Self.uncapped, pending: 10, seed: seed)
            world.service = { _ in .offline }
            #expect(world.run { world.storage.wait?.delay ?? 0 > 60_000 })
            let delay = world.storage.wait?.delay ?? 0
            let sent = world.requests.count
            world.restart(reboot: true)
            let booted = world.now.milliseconds
            #expect(world.run(atMost: delay / 1000 + 1) { world.requests.count > sent })
            parts.insert((world.requests[sent].at - booted) * 100 / delay)
        }
        #expect(parts.count > 10)
        #expect((parts.max() ?? 0) - (parts.min() ?? 0) > 50, "in percent of the delay that was stored")
    }

    @Test func aFlushCutsTheBackOffShort() {
        let world = World(Self.uncapped, pending: 10)
        world.service = { _ in .offline }
        #expect(world.run { world.storage.wait?.delay ?? 0 > 60_000 })
        let sent = world.requests.count
        world.engine.flush(now: world.now)
        world.run(seconds: 1)
        #expect(world.requests.count > sent)
        #expect(world.engine.status(now: world.now).failures > 3, "the count of failures goes on")
    }

    @Test(arguments: [0, 7])
    func aFlushBeforeTheStoredWaitIsReadCutsThatShortToo(failures: Int) {
        let world = World(pending: 500)
        world.engine.flush(now: world.now)
        world.engine.resume(
            StoredBackOff(
                bootID: "boot-1", until: world.now.advanced(by: 900_000), delay: 900_000, failures: failures),
            now: world.now)
        world.run(seconds: 1)
        #expect(!world.requests.isEmpty)
    }

    @Test func anOfflineBoxRetriesWithinTheBudgetOnly() {
        let world = World(Self.uncapped, pending: 10)
        world.service = { _ in .offline }
        world.run(seconds: 7 * 86_400)
        // 500 tokens at 14 each buy 35 retries; nothing refunds them.
        let outerWaits = world.storage.waitsKept
        #expect(world.requests.count == outerWaits + 35)
    }

    @Test func aThrottleStormDeliversEverythingWithinTheRetryBudget() {
        var settings = Self.uncapped
        settings.inFlight = 4
        let world = World(settings, pending: 2880)
        var count = 0
        world.service = { request in
            count += 1
            let storm = request.at < 1_600_000
            return storm && count % 2 == 0 ? .refusing(429, "ThrottlingException") : .accepted
        }
        #expect(world.drain(atMost: 86_400))
        #expect(world.received.count == 2880)
        #expect(world.received.values.allSatisfy { $0 == 1 })
        let throttled = world.requests.count - 288
        // Each throttled request costs 5 of 500 tokens for its retry; a success refunds them.
        #expect(throttled < 400)
    }

    @Test func theServiceMayAskForMoreTime() {
        let world = World(Self.uncapped, pending: 10)
        var first = true
        world.service = { _ in
            defer { first = false }
            return first ? .refusing(503, "", retryAfter: 120_000, isFirm: true) : .accepted
        }
        #expect(world.drain())
        #expect(world.requests[1].at - world.requests[0].at >= 120_000)
    }

    @Test func aHintOfTheServiceIsCutToFiveSecondsMoreThanTheOwnBackOff() {
        let world = World(Self.uncapped, pending: 10)
        var first = true
        world.service = { _ in
            defer { first = false }
            return first ? .refusing(503, "", retryAfter: 120_000) : .accepted
        }
        #expect(world.drain())
        let gap = world.requests[1].at - world.requests[0].at
        #expect(gap >= 5000 && gap <= 5200)
    }

    @Test func liveFirstSendsTheNewestBatchAndThenTheBacklogOldestFirst() {
        var settings = DeliverySettings()
        settings.order = .liveFirst
        let world = World(settings)
        world.service = { _ in .offline }
        world.record(200, every: 30_000)
        world.run(seconds: 6010)
        world.service = { _ in .accepted }
        world.record(40, every: 1000)
        let before = world.requests.count
        #expect(world.drain())
        let order = world.requests[before...].map(\.ids)
        #expect(order.first?.last ?? 0 >= 200, "the newest batch goes first")
        let floor = order.first?.first ?? 0
        let backlog = order.flatMap { $0 }.filter { $0 < floor }
        #expect(backlog == Array(1..<floor))
        let live = order.flatMap { $0 }.filter { $0 >= floor }
        #expect(live == live.sorted(), "each lane ascends")
        #expect(world.received.values.allSatisfy { $0 == 1 })
    }

    @Test func underLiveFirstABacklogIsDrainedWithoutALookForEachBatchAtWhatCameIn() {
        var settings = Self.uncapped
        settings.order = .liveFirst
        let world = World(settings, pending: 1000)
        #expect(world.run { world.requests.count == 10 })
        let (looks, started) = (world.storage.looks, world.now)
        #expect(world.drain())
        #expect(world.requests.count == 100)
        let seconds = Int(world.now.since(started) / 1000)
        #expect(world.storage.looks - looks <= 90 + seconds + 5)
    }

    @Test func underLiveFirstADoorbellSendsWhatCameInBeforeTheRestOfTheBacklog() {
        var settings = Self.uncapped
        settings.order = .liveFirst
        settings.linger = 0
        let world = World(settings, pending: 1000)
        #expect(world.run { world.requests.count == 10 })
        world.record(1, every: 1)
        #expect(world.run { world.requests.count == 13 })
        #expect(world.requests.suffix(3).contains { $0.ids == [1001] })
    }

    @Test func underLiveFirstTheBacklogWaitsAndWhatComesInDoesNot() {
        var settings = DeliverySettings()
        settings.order = .liveFirst
        settings.linger = 10_000
        let world = World(settings, pending: 1000, seed: 3)
        world.record(20, every: 5000)
        world.run(seconds: 6)
        #expect(world.receivedOrder.first ?? 0 >= 991)
        #expect(world.drain())
        let start = world.requests.first { $0.ids.contains(1) }?.at ?? 0
        let live = world.requests.filter { $0.ids.contains { $0 > 1000 } && $0.at < start }
        #expect(start > 1_030_000)
        #expect(!live.isEmpty)
    }
}
