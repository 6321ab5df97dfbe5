import AmazonLocation
import Delivery
import Positioning
import Testing
import Transport

@Suite struct RefusalTests {
    private static var eager: DeliverySettings {
        var settings = DeliverySettings()
        settings.spread = 0
        settings.maxRequestsPerSecond = nil
        return settings
    }

    /// A world whose service refuses a whole request if it holds one of `guilty`.
    private func world(pending: Int = 10, guilty: Set<Int64>, inFlight: Int = 1) -> World {
        var settings = Self.eager
        settings.inFlight = inFlight
        let world = World(settings, pending: pending)
        world.service = { request in
            request.ids.contains(where: guilty.contains)
                ? .refusing(400, "ValidationException", "longitude out of range") : .accepted
        }
        return world
    }

    @Test(arguments: 1...10 as ClosedRange<Int64>)
    func aRefusedBatchIsBisectedToTheGuiltyFixInLogarithmicSteps(guilty: Int64) {
        let world = world(guilty: [guilty])
        #expect(world.drain())
        #expect(world.storage.dead.keys.sorted() == [guilty])
        #expect(world.storage.dead[guilty]?.message == "longitude out of range")
        #expect(world.storage.delivered.count == 9)
        // Four steps, as log2(10) rounds up to, and the proof that the fix is refused alone.
        #expect(world.requests.firstIndex { $0.ids == [guilty] } ?? 99 <= 5)
    }

    @Test func severalGuiltyFixesOfABatchAreAllFound() {
        let world = world(pending: 30, guilty: [2, 3, 9, 14])
        #expect(world.drain())
        #expect(world.storage.dead.keys.sorted() == [2, 3, 9, 14])
        #expect(world.received.values.allSatisfy { $0 == 1 })
    }

    @Test func aGuiltyFixDoesNotBlockOthersWithManyRequestsUnderWay() {
        let world = world(pending: 200, guilty: [5, 55, 155], inFlight: 8)
        #expect(world.drain())
        #expect(world.storage.dead.keys.sorted() == [5, 55, 155])
        #expect(world.storage.delivered.count == 197)
    }

    @Test func allRefusedAlikeIsConfigurationAndDeadLettersNothing() {
        let world = World(Self.eager, pending: 25)
        world.service = { _ in .refusing(400, "ValidationException", "tracker name is wrong") }
        world.run(seconds: 86_400)
        #expect(world.storage.dead.isEmpty)
        #expect(world.engine.status(now: world.now).hold == .refusedAlike)
        #expect(world.notices.filter { if case .held = $0 { true } else { false } }.count == 1)
        // One bisection of a batch, then one probe at a time at a slow pace.
        #expect(world.requests.count < 20 + 86_400 / 450 + 10)
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 3600))
        #expect(world.storage.delivered.count == 25)
        #expect(world.storage.dead.isEmpty)
    }

    @Test func whatWasRefusedAlikeGoesAgainInItsOrder() {
        let world = World(Self.eager, pending: 10)
        world.service = { _ in .refusing(400, "ValidationException", "tracker name is wrong") }
        world.run(seconds: 3600)
        let count = world.requests.count
        world.service = { $0.ids.count > 1 ? .refusing(500, "InternalServerException") : .accepted }
        #expect(world.run { world.requests.dropFirst(count).contains { $0.ids.count > 1 } })
        let rest = world.requests.last?.ids ?? []
        #expect(rest.count == 9 && rest == rest.sorted())
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 100))
    }

    @Test func aLoneRefusedFixIsCondemnedOnceAnotherIsAccepted() {
        let world = world(pending: 1, guilty: [1])
        world.run(seconds: 300)
        #expect(world.storage.dead.isEmpty, "nothing vouches for the configuration yet")
        world.storage.append(3)
        world.engine.doorbell()
        #expect(world.drain(atMost: 3600))
        #expect(world.storage.dead.keys.sorted() == [1])
    }

    @Test func aWholeBatchOfGuiltyFixesDoesNotBlockTheHead() {
        let world = world(pending: 30, guilty: Set(1...10))
        #expect(world.drain(atMost: 3600))
        #expect(world.storage.dead.keys.sorted() == Array(1...10))
        #expect(world.storage.delivered.count == 20)
    }

    @Test func everyFixRefusedByNameIsHeldToo() {
        let world = World(Self.eager, pending: 30)
        world.service = { request in
            .init(
                answer: .success(request.ids.map { itemError($0, "ValidationError", "too many properties") }),
                isStored: true)
        }
        world.run(seconds: 3600)
        #expect(world.storage.dead.isEmpty)
        #expect(world.engine.status(now: world.now).hold == .refusedAlike)
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 3600))
        #expect(world.storage.delivered.count == 30)
    }

    @Test func everyFixThrottledByNameBacksOffAndRepeatsTheBatch() {
        let world = World(Self.eager, pending: 10)
        var answers = 0
        world.service = { request in
            answers += 1
            return answers <= 3
                ? .init(answer: .success(request.ids.map { itemError($0, "ThrottlingError") }), isStored: true)
                : .accepted
        }
        #expect(world.drain(atMost: 3600))
        #expect(world.requests.map(\.ids) == Array(repeating: Array(1...10), count: 4))
    }

    @Test func anUnmodelledRefusalOfOneFixSetsItAsideWithoutADeadLetter() {
        let world = World(Self.eager, pending: 30)
        world.service = { $0.ids.contains(4) ? .refusing(422, "UnprocessableEntity") : .accepted }
        world.run(seconds: 60)
        #expect(world.storage.pending == [4])
        #expect(world.storage.dead.isEmpty)
        world.record(100, every: 100_000)
        world.run(seconds: 10_000)
        #expect(world.requests.filter { $0.ids == [4] }.count > 10)
        #expect(Self.told(world) == [4], "once")
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 1000))
    }

    @Test func anOutageOfAuthorisationSendsOneProbeAtASlowPace() {
        var settings = Self.eager
        settings.inFlight = 8
        let world = World(settings, pending: 500)
        world.service = { _ in .refusing(403, "AccessDeniedException", "not authorized") }
        world.run(seconds: 3600)
        #expect(world.requests.count <= 8 + 12)
        #expect(world.storage.dead.isEmpty)
        #expect(world.notices.filter { if case .held(.permission, _) = $0 { true } else { false } }.count == 1)
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 3600))
        #expect(world.notices.contains(.holdEnded(.permission)))
        #expect(world.received.values.allSatisfy { $0 == 1 })
    }

    @Test(arguments: ["ExpiredTokenException", "UnrecognizedClientException", "InvalidSignatureException"])
    func credentialsAreFetchedAnewOnceAndThenDeliveryIsHeld(code: String) {
        let world = World(Self.eager, pending: 10)
        world.service = { _ in .refusing(403, code) }
        world.run(seconds: 10)
        #expect(world.requests.map(\.refreshed) == [false, true])
        #expect(world.engine.status(now: world.now).hold == .credentials)
    }

    @Test func aCaptivePortalAcknowledgesNothing() {
        let world = World(Self.eager, pending: 20)
        world.service = { _ in .failing(.notTheService(status: 200, message: "HTML came instead.")) }
        world.run(seconds: 3600)
        #expect(world.storage.delivered.isEmpty)
        #expect(world.engine.status(now: world.now).hold == .impostor)
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 3600))
        #expect(world.requests.last { $0.ids.contains(1) }?.ids == Array(1...10), "the same batch again")
    }

    @Test func aRefusedClockIsCorrectedAndThenHeld() {
        let world = World(Self.eager, pending: 10)
        world.service = { _ in
            var reply = World.Reply.refusing(403, "RequestTimeTooSkewed")
            reply.skew = 3_600_000
            return reply
        }
        world.run(seconds: 10)
        #expect(world.requests.count == 2)
        #expect(world.engine.status(now: world.now).hold == .clock)
    }

    /// A day of driving with 50 fixes before it; the service does to requests with fix 5 what `answer` says.
    private func day(
        _ order: DeliverySettings.Order, inFlight: Int = 1, answer: @escaping (World.Request) -> World.Reply
    ) -> World {
        var settings = Self.eager
        (settings.order, settings.inFlight) = (order, inFlight)
        let world = World(settings, pending: 50)
        world.service = { $0.ids.contains(5) ? answer($0) : .accepted }
        world.record(2880, every: 30_000)
        world.run(seconds: 86_400)
        return world
    }

    @Test(
        arguments: ["InternalServerError", "ConflictError", "ThrottlingError"],
        [DeliverySettings.Order.chronological, .liveFirst])
    func aFixThatIsRefusedForNowForEverDoesNotBlockOthers(code: String, order: DeliverySettings.Order) {
        let world = day(order) { _ in .init(answer: .success([itemError(5, code)]), isStored: true) }
        #expect(world.storage.pending.count <= 11, "the fix itself, and a batch that fills")
        #expect(world.storage.dead.isEmpty)
        let tries = world.requests.filter { $0.ids.contains(5) }.count
        #expect((96...250).contains(tries), "it goes on, with waits of up to 15 min")
        #expect(world.notices.count < 20)
        #expect(Self.told(world) == [5], "once")
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 1000))
    }

    /// The fixes of which it was said that they are tried again later.
    private static func told(_ world: World) -> [Int64] {
        world.notices.compactMap { if case .setAside(let fix, _, _) = $0 { fix.id } else { nil } }
    }

    /// How a service can fail over a request.
    enum Fault: String, CaseIterable, Sendable {
        case error
        case silence
        case foreignPosition

        var reply: World.Reply {
            switch self {
            case .error: .refusing(500, "InternalServerException")
            case .silence: .failing(.transport(TransportFailure(.timeout, "No answer in time.")), latency: 20_000)
            case .foreignPosition: .init(answer: .success([itemError(9999, "ValidationError")]), isStored: false)
            }
        }
    }

    @Test(arguments: Fault.allCases, [DeliverySettings.Order.chronological, .liveFirst])
    func aFixThatMakesTheServiceFailIsIsolatedAndDoesNotBlockOthers(fault: Fault, order: DeliverySettings.Order) {
        for inFlight in [1, 4] { isolate(fault, order, inFlight: inFlight) }
    }

    private func isolate(_ fault: Fault, _ order: DeliverySettings.Order, inFlight: Int) {
        let world = day(order, inFlight: inFlight) { _ in fault.reply }
        #expect(world.storage.pending.count <= 11, "the fix itself, and a batch that fills")
        #expect(world.storage.pending.first == 5)
        #expect(world.storage.dead.isEmpty, "a failure of the service condemns nothing")
        #expect(world.received.values.allSatisfy { $0 == 1 })
        let isolated = world.requests.first { $0.ids == [5] }?.at ?? .max
        #expect(isolated < 1_000_000 + 1_800_000, "within half an hour")
        #expect(world.requests.filter { $0.ids.contains(5) }.count < 450)
        #expect(world.engine.status(now: world.now).hold == nil)
        #expect(!world.notices.contains { if case .held = $0 { true } else { false } })
        #expect(Self.told(world) == [5], "once")
        world.service = { _ in .accepted }
        #expect(world.drain(atMost: 1000))
    }

    /// A path that loses large packets: requests of a few positions pass, larger ones never.
    @Test func whatIsTooLargeForThePathGoesInPartsOnceSomethingSmallHasPassed() {
        let world = World(Self.eager, pending: 20)
        world.service = { $0.ids.count > 4 ? Fault.silence.reply : .accepted }
        world.record(100, every: 300_000)
        world.run(seconds: 30_000)
        #expect(world.storage.pending.count <= 1)
        #expect(world.storage.dead.isEmpty)
        #expect(world.received.values.allSatisfy { $0 == 1 })
    }

    @Test func whenMoreIsRefusedForNowThanMayBeInHandADrainEndsAndDeadLettersGo() {
        let world = World(Self.eager, pending: 400)
        world.service = { request in
            let bad = request.ids.filter { $0 > 0 && $0 % 10 != 0 }
            return .init(answer: .success(bad.map { itemError($0, "InternalServerError") }), isStored: true)
        }
        let patience: Int64 = 5000
        #expect(world.run { world.engine.isFinished(butForWaitsAbove: patience, now: world.now) })
        #expect(!world.engine.isFinished)
        #expect(world.storage.pending.contains(400), "it was not read yet")
        world.engine.retry([MemoryStorage.fix(-4)])
        #expect(!world.engine.isFinished(butForWaitsAbove: patience, now: world.now))
        #expect(world.run(atMost: 100) { world.storage.delivered.contains(-4) })
    }

    @Test func aLoneFixThatIsRefusedForNowLetsTheNextOnePass() {
        let world = World(Self.eager, pending: 1)
        world.service = { request in
            request.ids.contains(1)
                ? .init(answer: .success([itemError(1, "InternalServerError")]), isStored: true) : .accepted
        }
        world.run(seconds: 4 * 3600)
        world.record(1, every: 1)
        #expect(world.run(atMost: 1000) { world.storage.pending == [1] })
        world.record(10, every: 300_000)
        world.run(seconds: 3000)
        #expect(world.storage.pending.count <= 2)
    }

    @Test(arguments: Fault.allCases)
    func whenTheServiceFailsForEverythingNothingIsSplitAndAllGoesSoonAfter(fault: Fault) {
        let world = World(Self.eager, pending: 500)
        world.service = { _ in fault.reply }
        world.run(seconds: 6 * 3600)
        #expect(world.requests.allSatisfy { $0.ids.count == 10 })
        #expect(Set(world.requests.flatMap(\.ids)).count <= 170, "no more than may be in hand")
        world.service = { _ in .accepted }
        let before = world.requests.count
        #expect(world.run(atMost: 1000) { world.requests.count > before })
        #expect(world.drain(atMost: 10), "what has failed waits no longer than the rest")
        #expect(world.received.values.allSatisfy { $0 == 1 })
    }

    @Test func whatTheAgentHasShedGoesNoMore() {
        let world = World(Self.eager, pending: 10)
        world.service = { request in
            let bad = request.ids.filter { [3, 5].contains($0) }
            return .init(answer: .success(bad.map { itemError($0, "InternalServerError") }), isStored: true)
        }
        world.run(seconds: 60)
        #expect(world.requests.last?.ids == [3, 5])
        #expect(!world.engine.isFinished)
        #expect(world.engine.isFinished(butForWaitsAbove: 0, now: world.now))
        world.storage.shed(3)
        world.run(seconds: 1000)
        #expect(world.requests.last?.ids == [5])
        world.storage.shed(5)
        world.run(seconds: 1000)
        let sent = world.requests.count
        world.run(seconds: 86_400)
        #expect(world.requests.count == sent)
        #expect(world.engine.isFinished)
    }

    @Test(arguments: [World.Reply.offline, .lost, .refusing(403, "AccessDeniedException"), .refusing(500, "")])
    func aDeadLetterThatGoesAgainIsNotForgottenWhenThatFails(failure: World.Reply) {
        let world = World(Self.eager)
        world.service = { _ in failure }
        world.engine.retry([MemoryStorage.fix(-4)])
        world.run(seconds: 3600)
        #expect(world.requests.allSatisfy { $0.ids == [-4] })
        world.storage.append(20)
        world.service = { _ in .accepted }
        #expect(world.run(atMost: 1000) { world.storage.delivered.contains(-4) })
        #expect(world.drain(atMost: 100))
    }

    @Test func aDeadLetterOutlivesTheOutboxThatItsFixWasIn() {
        let world = World(Self.eager, pending: 5)
        world.service = { _ in .offline }
        world.engine.retry([MemoryStorage.fix(-4)])
        world.run(seconds: 1)
        world.storage.failure = .replaced
        world.run(seconds: 30)
        world.storage.failure = nil
        world.service = { _ in .accepted }
        #expect(world.run(atMost: 1000) { world.storage.delivered.contains(-4) })
    }

    @Test func offlineDuringAHoldDoesNotHurryItsProbes() {
        let world = World(Self.eager, pending: 10)
        var count = 0
        world.service = { _ in
            count += 1
            return count == 1 ? .refusing(404, "ResourceNotFoundException") : .offline
        }
        world.run(seconds: 3600)
        #expect(world.requests.count < 40)
        #expect(world.engine.status(now: world.now).hold == .tracker)
    }
}
