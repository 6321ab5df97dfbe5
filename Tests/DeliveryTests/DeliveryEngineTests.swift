import AmazonLocation
import Delivery
import Positioning
import Testing
import Transport

@Suite struct DeliveryEngineTests {
    private var eager: DeliverySettings {
        var settings = DeliverySettings()
        settings.spread = 0
        settings.maxRequestsPerSecond = nil
        return settings
    }

    @Test func aBatchGoesWhenItIsFull() {
        let world = World(eager)
        world.record(10, every: 1000)
        world.run(seconds: 12)
        #expect(world.requests.map(\.ids) == [Array(1...10)])
        #expect(world.requests.first?.at == 1_010_000)
        #expect(world.storage.pending.isEmpty)
    }

    @Test func aPartBatchGoesWhenItsOldestFixHasLingered() {
        let world = World(eager)
        world.record(3, every: 5000)
        world.run(seconds: 64)
        #expect(world.requests.isEmpty)
        world.run(seconds: 2)
        #expect(world.requests.map(\.ids) == [[1, 2, 3]])
        #expect(world.requests.first?.at == 1_065_000)
    }

    @Test func aFlushSendsAtOnceWhatThereIs() {
        let world = World(eager, pending: 13)
        world.run(seconds: 1)
        #expect(world.requests.map(\.ids) == [Array(1...10)])
        world.engine.flush(now: world.now)
        world.run(seconds: 1)
        #expect(world.requests.last?.ids == [11, 12, 13])
        world.storage.append()
        world.engine.doorbell()
        world.run(seconds: 10)
        #expect(world.requests.count == 2, "the flush is over, so the next fix lingers")
    }

    @Test func theLastBatchOfAStopDoesNotWaitForTheRate() {
        var settings = eager
        settings.maxRequestsPerSecond = 0.1
        let world = World(settings, pending: 13)
        world.run(seconds: 1)
        world.engine.stop()
        world.run(seconds: 1)
        #expect(world.requests.map(\.ids) == [Array(1...10), [11, 12, 13]])
    }

    @Test func withoutADoorbellTheEngineLooksByItself() {
        let world = World(eager)
        world.run(seconds: 1)
        world.storage.append(10)
        world.run(seconds: 61)
        #expect(world.storage.pending.isEmpty)
    }

    @Test func nothingIsAcknowledgedThatTheTrackerDidNotAcknowledge() {
        let world = World(eager, pending: 10)
        world.service = { request in
            .init(answer: .success([itemError(4, "ThrottlingError")]), isStored: true)
        }
        world.run(seconds: 1)
        #expect(world.storage.pending == [4])
    }

    @Test func onlyTheFixThatWasNamedGoesAgain() {
        let world = World(eager, pending: 10)
        world.service = { request in
            request.ids.count > 1
                ? .init(answer: .success([itemError(4, "InternalServerError")]), isStored: true) : .accepted
        }
        #expect(world.drain())
        #expect(world.requests.map(\.ids) == [Array(1...10), [4]])
        #expect(world.storage.repeated == 0)
    }

    @Test func aValidationErrorOfOneFixIsADeadLetterWithTheServicesWords() {
        let world = World(eager, pending: 10)
        world.service = { _ in
            .init(answer: .success([itemError(4, "ValidationError", "longitude must be between")]), isStored: true)
        }
        #expect(world.drain())
        #expect(world.storage.dead[4]?.message == "longitude must be between")
        #expect(world.storage.delivered.count == 9)
        #expect(world.requests.count == 1)
    }

    @Test func anUnknownItemCodeIsTriedABoundedNumberOfTimes() {
        let world = World(eager, pending: 10)
        world.service = { request in
            .init(answer: .success(request.ids.contains(4) ? [itemError(4, "Whatever")] : []), isStored: true)
        }
        #expect(world.drain())
        #expect(world.storage.dead.keys.sorted() == [4])
        #expect(world.requests.filter { $0.ids.contains(4) }.count == OutcomePolicy.tries)
    }

    @Test func anErrorThatNamesNoFixOfTheBatchProvesNothing() {
        let world = World(eager, pending: 10)
        var answers = 0
        world.service = { _ in
            answers += 1
            return answers == 1
                ? .init(answer: .success([itemError(99, "ValidationError")]), isStored: true) : .accepted
        }
        #expect(world.drain())
        #expect(world.requests.map(\.ids) == [Array(1...10), Array(1...10)])
        #expect(world.storage.dead.isEmpty)
    }

    @Test func onlyAnAnswerAboutNothingButTheFixesThatWereSentCountsAsOne() throws {
        let world = World(eager, pending: 10)
        let attempt = try #require(world.engine.next(now: world.now))
        let failure = CallFailure.transport(TransportFailure(.cut, "The connection was cut."))
        #expect(attempt.isAnswered(by: AttemptResult(.success([]))))
        #expect(attempt.isAnswered(by: AttemptResult(.success([itemError(4, "ValidationError")]))))
        #expect(!attempt.isAnswered(by: AttemptResult(.success([itemError(99, "ValidationError")]))))
        #expect(!attempt.isAnswered(by: AttemptResult(.failure(failure))))
    }

    @Test func aLostAnswerRepeatsTheSameBatchAndCountsIt() {
        let world = World(eager, pending: 25)
        var answers = 0
        world.service = { _ in
            answers += 1
            return answers == 2 ? .lost : .accepted
        }
        #expect(world.drain())
        #expect(world.requests.map(\.ids) == [Array(1...10), Array(11...20), Array(11...20), Array(21...25)])
        #expect(world.storage.repeated == 10)
        #expect(
            world.receivedOrder == Array(1...20) + Array(11...20).map { $0 } + Array(21...25)
                || world.receivedOrder == Array(1...10) + Array(11...20) + Array(11...20) + Array(21...25))
    }

    @Test func inFlightLetsRequestsOverlapAndAcknowledgesWithoutHoles() {
        var settings = eager
        settings.inFlight = 4
        let world = World(settings, pending: 200)
        var order = 0
        world.service = { request in
            order += 1
            // Every fourth answer is slow, so that answers come in another order than the requests.
            return .init(answer: .success([]), isStored: true, latency: order % 4 == 0 ? 5000 : 300)
        }
        #expect(world.drain())
        #expect(world.mostUnderWay == 4)
        #expect(world.requests.map(\.ids).flatMap { $0 } == Array(1...200))
        #expect(world.storage.delivered.count == 200)
    }

    @Test func theCapSpacesRequestsWithoutBursts() {
        var settings = eager
        settings.maxRequestsPerSecond = 2
        settings.inFlight = 16
        let world = World(settings, pending: 200)
        #expect(world.drain())
        let gaps = zip(world.requests, world.requests.dropFirst()).map { $1.at - $0.at }
        #expect(gaps.min() ?? 0 >= 500)
        #expect(world.requests.count == 20)
    }

    @Test func anExpiredTokenMidDrainCostsOneRequestAndLosesNothing() {
        let world = World(eager, pending: 50)
        var requests = 0
        world.service = { request in
            requests += 1
            return requests == 3 ? .refusing(403, "ExpiredTokenException") : .accepted
        }
        #expect(world.drain())
        #expect(world.requests.count == 6)
        #expect(world.requests.map(\.refreshed) == [false, false, false, true, false, false])
        #expect(world.storage.repeated == 0)
    }

    @Test func withOneRequestAtATimeEachAnswerIsCommittedBeforeTheNextRequest() {
        let world = World(eager, pending: 50)
        var commits: [Int] = []
        world.service = { [storage = world.storage] _ in
            commits.append(storage.commits)
            return .accepted
        }
        #expect(world.drain())
        #expect(commits == [0, 1, 2, 3, 4])
    }

    @Test func answersOfRequestsSideBySideShareCommits() {
        var settings = eager
        settings.inFlight = 12
        let world = World(settings, pending: 2400)
        #expect(world.drain())
        #expect(world.storage.commits <= 240 / 12 + 2)
    }

    @Test func anAnswerDoesNotWaitLongForOthersToBeCommittedWith() {
        var settings = eager
        settings.inFlight = 12
        let world = World(settings, pending: 20)
        world.service = { request in
            .init(answer: .success([]), isStored: true, latency: request.ids.contains(1) ? 100 : 50_000)
        }
        world.run(seconds: 1)
        #expect(world.storage.delivered == Set(1...10))
        #expect(!world.engine.isIdle)
        world.run(seconds: 60)
        #expect(world.storage.delivered == Set(1...20))
        #expect(world.engine.isIdle)
    }

    @Test func aRefusalForGoodIsCommittedAtOnce() {
        var settings = eager
        settings.inFlight = 12
        let world = World(settings, pending: 20)
        world.service = { request in
            request.ids.contains(4)
                ? .init(answer: .success([itemError(4, "ValidationError")]), isStored: true)
                : .init(answer: .success([]), isStored: true, latency: 50_000)
        }
        world.run(seconds: 1)
        #expect(world.storage.dead.keys.sorted() == [4])
    }

    @Test func aFailureOfTheStoreKeepsTheWordUntilItCanBeStored() {
        let world = World(eager, pending: 20)
        world.service = { [storage = world.storage] _ in
            storage.commitFailure = .failed("No space left.")
            return .accepted
        }
        world.run(seconds: 86_400)
        #expect(world.requests.count == 1, "nothing new goes while an acknowledgement cannot be stored")
        let status = world.engine.status(now: world.now)
        #expect(status.state == .unsaved)
        #expect(status.lastError == "No space left.")
        #expect((status.until?.since(world.now) ?? 0) <= 60_000)
        #expect(world.storage.refusedCommits < 1500, "a dying card is asked once a minute")
        world.service = { _ in .accepted }
        world.storage.commitFailure = nil
        #expect(world.drain())
        #expect(world.received.values.allSatisfy { $0 == 1 })
        #expect(world.engine.status(now: world.now).lastError == nil)
        let said = world.notices.filter { $0 == .unsaved("No space left.") || $0 == .saved }
        #expect(said == [.unsaved("No space left."), .saved])
    }

    @Test func anIdleEngineLooksWithTheMinutesThatOthersWakeFor() throws {
        let world = World(eager, pending: 3)
        #expect(world.run { world.received.count == 3 })
        world.run(seconds: 1)
        let deadline = try #require(world.engine.deadline)
        #expect(deadline == world.now.next(multipleOf: 60_000))
    }

    @Test func aPartBatchWhoseAnswerWasLostGoesAgainWithoutWhatCameInSince() {
        let world = World(eager, pending: 3)
        var requests = 0
        world.service = { _ in
            requests += 1
            return requests <= 4 ? .lost : .accepted
        }
        #expect(world.run { world.requests.count == 1 })
        world.record(20, every: 1000)
        #expect(world.drain())
        #expect(world.requests.prefix(5).map(\.ids) == Array(repeating: world.requests[0].ids, count: 5))
        #expect(world.requests[0].ids.count < 10)
        #expect(world.storage.repeated == 4 * world.requests[0].ids.count)
    }

    @Test func aReplacedOutboxDropsWhatIsInHand() {
        let world = World(eager, pending: 10)
        world.service = { _ in .offline }
        world.run(seconds: 1)
        world.storage.failure = .replaced
        world.run(seconds: 30)
        world.storage.failure = nil
        world.service = { _ in .accepted }
        #expect(world.drain())
        #expect(world.received.values.allSatisfy { $0 == 1 })
    }

    @Test func aStopSendsOneLastPartBatchAndNothingElse() {
        let world = World(eager, pending: 13)
        world.run(seconds: 1)
        world.engine.stop()
        world.run(seconds: 5)
        #expect(world.requests.map(\.ids) == [Array(1...10), [11, 12, 13]])
        #expect(world.engine.isIdle)
        world.storage.append(20)
        world.engine.doorbell()
        world.run(seconds: 60)
        #expect(world.requests.count == 2)
    }

    @Test func aStopDuringABackOffDoesNotHurryIt() {
        let world = World(eager, pending: 13)
        world.service = { _ in .offline }
        world.run(seconds: 1)
        let sent = world.requests.count
        world.engine.stop()
        world.run(seconds: 3600)
        #expect(world.requests.count == sent)
    }

    @Test func retriedDeadLettersGoAgainAndAreSettled() {
        let world = World(eager, pending: 10)
        world.service = { request in
            .init(answer: .success(request.ids.count > 1 ? [itemError(4, "ValidationError")] : []), isStored: true)
        }
        #expect(world.drain())
        world.engine.retry([MemoryStorage.fix(-4)])
        world.run(seconds: 5)
        #expect(world.storage.delivered.contains(-4))
    }
}
