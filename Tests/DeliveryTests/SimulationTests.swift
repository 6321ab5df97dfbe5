import AmazonLocation
import Delivery
import Positioning
import TestSupport
import Testing
import Transport

/// Random faults, restarts and reboots over the real engine. The seed is in the name of a failing case.
@Suite struct SimulationTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func nothingIsLostWhateverHappens(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var settings = DeliverySettings()
        settings.order = seed % 2 == 0 ? .liveFirst : .chronological
        settings.inFlight = [1, 4, 16][Int(seed % 3)]
        settings.maxRequestsPerSecond = seed % 5 == 0 ? nil : 2
        let world = World(settings, pending: Int(random.next() % 300), seed: seed)
        let poison = Set((0..<5).map { _ in Int64(random.next() % 500) + 1 })
        var isCalm = false
        world.service = { request in
            if request.ids.contains(where: poison.contains) {
                return request.ids.first.map { $0 % 2 == 0 } ?? false
                    ? .refusing(400, "ValidationException")
                    : .init(
                        answer: .success(request.ids.filter(poison.contains).map { itemError($0, "ValidationError") }),
                        isStored: true)
            }
            return isCalm ? .accepted : Self.fault(&random)
        }
        world.kills = { _ in !isCalm && random.next() % 20 == 0 }
        world.record(300, every: 30_000)
        for _ in 0..<12 {
            world.run(seconds: Int64(random.next() % 1500))
            world.restart(reboot: random.next() % 3 == 0)
        }
        isCalm = true
        #expect(world.drain(atMost: 400_000))
        let all = Set(world.storage.fixes.map(\.id))
        #expect(world.storage.delivered.union(world.storage.dead.keys) == all)
        #expect(Set(world.storage.dead.keys) == poison.intersection(all), "only what is refused for good is dead")
        for id in world.storage.delivered {
            #expect(world.received[id] ?? 0 >= 1, "an acknowledged fix reached the service: \(id)")
        }
    }

    private static func fault(_ random: inout SplitMix) -> World.Reply {
        switch random.next() % 12 {
        case 0: .offline
        case 1: .lost
        case 2: .refusing(429, "ThrottlingException", retryAfter: Int64(random.next() % 3000))
        case 3: .refusing(500, "InternalServerException")
        case 4: .refusing(403, "ExpiredTokenException")
        case 5: .failing(.notTheService(status: 200, message: "HTML"))
        default: .accepted
        }
    }

    @Test(arguments: 0..<30)
    func aKillBetweenTheAnswerAndItsAcknowledgementRepeatsAndLosesNothing(at kill: Int) {
        var settings = DeliverySettings()
        settings.spread = 0
        settings.maxRequestsPerSecond = nil
        settings.inFlight = kill % 2 == 0 ? 1 : 4
        settings.order = kill % 3 == 0 ? .liveFirst : .chronological
        let world = World(settings, pending: 300)
        var answers = 0
        world.kills = { _ in
            answers += 1
            return answers == kill + 1
        }
        #expect(world.drain())
        #expect(world.received.count == 300)
        let twice = world.received.values.filter { $0 > 1 }.count
        // What was under way, and the answers that waited for others to be committed with.
        #expect(twice <= 10 * (2 * settings.inFlight - 1))
        #expect(world.received.values.allSatisfy { $0 <= 2 })
    }

    @Test func theMemoryOfTheEngineIsBoundedByWhatIsUnderWay() {
        var settings = DeliverySettings()
        settings.spread = 0
        settings.maxRequestsPerSecond = nil
        settings.inFlight = 16
        let world = World(settings, pending: 3000)
        var random = SplitMix(seed: 3)
        world.service = { request in
            random.next() % 3 == 0
                ? .init(
                    answer: .success(request.ids.prefix(2).map { itemError($0, "InternalServerError") }), isStored: true
                )
                : .accepted
        }
        #expect(world.drain(atMost: 400_000))
        #expect(world.storage.largestExclusion <= 16 * 10 + 17 * 10)
    }
}
