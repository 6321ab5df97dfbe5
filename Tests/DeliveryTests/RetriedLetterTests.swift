import AmazonLocation
import Delivery
import Positioning
import Testing
import Transport

/// Dead letters that go again: what becomes of them says nothing of the configuration, and holds nothing up.
@Suite struct RetriedLetterTests {
    private static var eager: DeliverySettings {
        var settings = DeliverySettings()
        settings.spread = 0
        settings.maxRequestsPerSecond = nil
        return settings
    }

    /// How a service refuses letters.
    enum Refusal: String, CaseIterable, Sendable {
        /// 200, each letter named as invalid.
        case byName
        /// 400 for the request.
        case asAWhole
        /// A 4xx that the service does not model.
        case unmodelled

        func reply(_ bad: [Int64]) -> World.Reply {
            switch self {
            case .byName: .init(answer: .success(bad.map { itemError($0, "ValidationError") }), isStored: true)
            case .asAWhole: .refusing(400, "ValidationException")
            case .unmodelled: .refusing(422, "UnprocessableEntity")
            }
        }
    }

    private static func letters(_ ids: ClosedRange<Int64>) -> [Int64] { ids.map { -$0 } }

    private static func isHeld(_ notice: DeliveryNotice) -> Bool {
        if case .held = notice { true } else { false }
    }

    /// Letters that stayed what they were, in the order in which that was said.
    private static func stayed(_ world: World) -> [Int64] {
        world.notices.compactMap { if case .staysDead(let fix, _, _) = $0 { fix.id } else { nil } }
    }

    private static func requests(_ world: World) -> [World.Request] {
        world.requests.filter { $0.ids.contains { $0 < 0 } }
    }

    @Test(arguments: Refusal.allCases, [true, false])
    func thoseThatAreStillBadHoldNothingAndStayWhatTheyWere(refusal: Refusal, isParked: Bool) {
        let world = World(Self.eager)
        let good: Set<Int64> = [-4, -17]
        world.service = { request in
            let bad = request.ids.filter { $0 < 0 && !good.contains($0) }
            return bad.isEmpty ? .accepted : refusal.reply(bad)
        }
        world.engine.retry(Self.letters(1...40).map(MemoryStorage.fix))
        if !isParked { world.record(120, every: 30_000) }
        world.run(seconds: 3600)
        #expect(!world.notices.contains(where: Self.isHeld))
        #expect(Set(Self.stayed(world)) == Set(Self.letters(1...40)).subtracting(good))
        #expect(Self.stayed(world).count == 38, "each is told once")
        #expect(world.storage.dead.isEmpty, "they are dead letters already")
        #expect(good.isSubset(of: world.storage.delivered))
        #expect(world.storage.pending.count <= 3, "no more than lingers")
        #expect(Self.requests(world).count <= (refusal == .byName ? 4 : 80))
        let last = Self.requests(world).last?.at ?? .max
        #expect(last < 1_060_000, "and none of them waits")
    }

    /// The policy of the credentials names the devices that they may write for, and the letters are another device's.
    @Test(arguments: [true, false])
    func thoseOfAnotherDeviceStayWhatTheyWereWhileOthersPass(byName: Bool) {
        let world = World(Self.eager, pending: 10)
        world.service = { request in
            let denied = request.ids.filter { $0 < 0 && $0 != -3 }
            guard !denied.isEmpty else { return .accepted }
            return byName
                ? .init(answer: .success(denied.map { itemError($0, "AccessDeniedError") }), isStored: true)
                : .refusing(403, "AccessDeniedException")
        }
        #expect(world.drain(atMost: 1))
        world.engine.retry(Self.letters(1...20).map(MemoryStorage.fix))
        world.record(20, every: 30_000)
        world.run(seconds: 700)
        #expect(!world.notices.contains(where: Self.isHeld))
        #expect(Self.stayed(world).count == 19)
        #expect(world.storage.delivered.contains(-3))
        #expect(world.storage.pending.count <= 3)
    }

    @Test(arguments: [true, false])
    func whatMayPassIsTriedBeforeThemWhileDeliveryIsHeld(byName: Bool) {
        let world = World(Self.eager)
        world.service = { request in
            guard request.ids.contains(where: { $0 < 0 }) else { return .accepted }
            return byName
                ? .init(answer: .success(request.ids.map { itemError($0, "AccessDeniedError") }), isStored: true)
                : .refusing(403, "AccessDeniedException")
        }
        world.engine.retry(Self.letters(1...10).map(MemoryStorage.fix))
        world.run(seconds: 3600)
        #expect(world.engine.status(now: world.now).hold == .permission)
        #expect(Self.stayed(world).isEmpty, "nothing tells yet that it is for them")
        world.storage.append(10)
        world.engine.doorbell()
        #expect(world.run(atMost: 900) { world.storage.pending.isEmpty })
        world.run(seconds: 10)
        #expect(world.engine.status(now: world.now).hold == nil)
        #expect(Self.stayed(world).count == 10)
    }

    @Test(arguments: ["AccessDeniedError", "ResourceNotFoundError"])
    func thoseThatAnAnswerHoldsByNameGoAgainWhenThatIsMended(code: String) {
        let world = World(Self.eager)
        world.service = { request in
            .init(answer: .success(request.ids.filter { $0 > -3 }.map { itemError($0, code) }), isStored: true)
        }
        world.engine.retry(Self.letters(1...2).map(MemoryStorage.fix))
        world.run(seconds: 3600)
        #expect(world.engine.status(now: world.now).hold != nil)
        #expect(!world.engine.isFinished)
        world.service = { _ in .accepted }
        #expect(world.run(atMost: 1000) { world.storage.delivered == [-1, -2] })
    }

    @Test func asProbesWhileAllIsRefusedAlikeTheyNeitherEndTheHoldNorAreForgotten() {
        let world = World(Self.eager, pending: 25)
        world.service = { _ in .refusing(400, "ValidationException") }
        #expect(world.run { world.engine.status(now: world.now).hold == .refusedAlike })
        for id in 1...25 as ClosedRange<Int64> { world.storage.shed(id) }
        world.storage.failure = .replaced
        world.run(seconds: 120)
        world.storage.failure = nil
        world.engine.retry(Self.letters(1...12).map(MemoryStorage.fix))
        world.run(seconds: 1000)
        #expect(Set(Self.stayed(world)) == Set(Self.letters(1...12)))
        #expect(world.engine.status(now: world.now).hold == .refusedAlike)
        #expect(world.notices.filter(Self.isHeld).count == 1)
        world.service = { _ in .accepted }
        world.storage.append(10)
        world.engine.doorbell()
        #expect(world.drain(atMost: 100))
        #expect(world.engine.status(now: world.now).hold == nil)
    }

    @Test func thoseThatAreRefusedForNowForEverStayWhatTheyWereAndBlockNothing() {
        let world = World(Self.eager, pending: 10)
        world.service = { request in
            let bad = request.ids.filter { $0 < 0 && $0 % 10 != 0 }
            return .init(answer: .success(bad.map { itemError($0, "InternalServerError") }), isStored: true)
        }
        #expect(world.drain(atMost: 1))
        world.engine.retry(Self.letters(1...200).map(MemoryStorage.fix))
        world.record(300, every: 1000)
        var (longest, isFinishedEarly) = (0, false)
        _ = world.run(atMost: 400) {
            longest = max(longest, world.storage.pending.count)
            let isFinished = world.engine.isFinished(butForWaitsAbove: 0, now: world.now)
            isFinishedEarly = isFinishedEarly || isFinished && Self.stayed(world).count < 180
            return false
        }
        #expect(longest <= 15, "new fixes go in between")
        #expect(!isFinishedEarly, "the next page waits for them")
        #expect(Self.stayed(world).count == 180)
        #expect(!world.notices.contains(where: Self.isHeld))
        #expect(Self.requests(world).count <= 20 * OutcomePolicy.tries)
        #expect(world.engine.isFinished(butForWaitsAbove: 0, now: world.now))
    }

    @Test func whenAllIsRefusedForNowTheyAreNotGivenUp() {
        let world = World(Self.eager, pending: 10)
        world.service = { request in
            .init(answer: .success(request.ids.map { itemError($0, "InternalServerError") }), isStored: true)
        }
        world.engine.retry(Self.letters(1...10).map(MemoryStorage.fix))
        world.run(seconds: 86_400)
        #expect(Self.stayed(world).isEmpty)
        world.service = { _ in .accepted }
        #expect(world.run(atMost: 1000) { world.storage.delivered.count == 20 })
    }
}
