import Foundation
import Outbox
import Positioning
import SQLite
import TestSupport
import Testing

@testable import Agent

@Suite struct RecorderTests {
    @Test func fixIsDurableAtOnceWithoutAWindow() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        box.keep()
        box.pass(0)
        #expect(try box.rows() == [1])
        #expect(box.recorder.waiting == 0)
    }

    @Test func fixWaitsForItsWindowAndNotLonger() throws {
        let box = Box(commitEvery: 10_000)
        try box.recorder.open(now: box.now)
        box.pass(1)
        box.keep()
        box.pass(4000)
        box.keep()
        box.pass(5999)
        #expect(try box.rows() == [])
        #expect(box.recorder.counters.held == 2)
        box.pass(1)
        #expect(try box.rows() == [1, 2])
        #expect(box.events == ["stored 2"])
    }

    @Test func droppedEpochsCostOneWriteAMinute() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        box.pass(1)
        for _ in 0..<59 {
            box.recorder.receive(now: box.now)
            box.recorder.drop("no-trigger")
            box.pass(1000)
        }
        #expect(try OutboxReader(path: box.settings.path).header.counters.received == 0)
        box.pass(1000)
        #expect(try OutboxReader(path: box.settings.path).header.counters.received == 59)
        #expect(box.recorder.counters.dropped == ["no-trigger": 59])
    }

    @Test func burstLongerThanTheRingIsStoredWhole() throws {
        let box = Box(commitEvery: 60_000)
        try box.recorder.open(now: box.now)
        for _ in 0..<(Waiting.capacity * 2) {
            box.clock.advance(1)
            box.keep()
        }
        box.pass(60_000)
        #expect(try box.rows().count == Waiting.capacity * 2)
        #expect(box.recorder.counters.dropped.isEmpty)
    }

    @Test func outboxThatCannotBeWrittenFillsTheRingAndRecovers() throws {
        let box = Box(outbox: "missing/outbox.db")
        try box.recorder.open(now: box.now)
        #expect(box.events == ["failed"])
        for _ in 0..<(Waiting.capacity + 5) {
            box.keep()
            box.pass(30_000)
        }
        #expect(box.recorder.waiting == Waiting.capacity)
        let counters = box.recorder.counters
        #expect(counters.dropped == ["ring-overflow": 5])
        #expect(counters.held == Int64(Waiting.capacity))
        #expect(box.events == ["failed"])
        try FileManager.default.createDirectory(
            atPath: box.directory.file("missing"), withIntermediateDirectories: false)
        box.pass(OutboxRetry.usual.upperBound)
        #expect(box.recorder.waiting == 0)
        #expect(try box.rows().count == Waiting.capacity)
        #expect(box.recorder.counters.held == 0)
        #expect(box.events == ["failed", "recovered", "stored \(Waiting.capacity)"])
    }

    /// What is shown while the outbox is away is what it had, and what waits.
    @Test func countersStayWhileTheOutboxIsAway() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        box.keep()
        box.pass(0)
        let connection = try Connection(path: box.settings.path, mode: .readWrite)
        try connection.execute("DROP TABLE fix")
        box.keep()
        box.pass(0)
        #expect(box.events.suffix(1) == ["failed"])
        #expect(box.recorder.counters.kept == 1 && box.recorder.counters.held == 1)
    }

    /// A lock is not a fault of the file: it is not closed, and there is no long wait after the lock.
    @Test func lockOfSomebodyElseIsWaitedForBriefly() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        let other = try Connection(path: box.settings.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        for _ in 0..<5 {
            box.keep()
            box.pass(10_000)
        }
        #expect(box.events == ["failed"])
        let deadline = try #require(box.recorder.deadline)
        #expect(deadline.since(box.now) <= 10_000)
        try other.execute("ROLLBACK")
        box.pass(10_000)
        #expect(try box.rows() == [1, 2, 3, 4, 5])
    }

    @Test func attemptsAfterAFailureBecomeRare() throws {
        let box = Box(outbox: "missing/outbox.db")
        try box.recorder.open(now: box.now)
        var delays: [Int64] = []
        for _ in 0..<9 {
            let deadline = try #require(box.recorder.deadline)
            delays.append(deadline.since(box.now))
            box.pass(deadline.since(box.now))
        }
        #expect(delays == [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    }

    @Test func newerFileIsRefusedAtTheStart() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        box.restart()
        try setUserVersion(box.settings.path, 99)
        #expect(throws: OutboxError.newerSchema(path: box.settings.path, version: 99, known: 2)) {
            try box.recorder.open(now: box.now)
        }
    }

    @Test func acknowledgedFixesArePrunedAfterTheirTime() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        for _ in 0..<3 {
            box.keep()
            box.pass(30_000)
        }
        let store = try DeliveryStore(path: box.settings.deliveryPath, now: box.clock.civilTime)
        try store.adopt(OutboxReader(path: box.settings.path))
        var receipt = Receipt()
        receipt.delivered = try OutboxReader(path: box.settings.path).fixes(after: 0, limit: 2)
        store.record(receipt)
        try store.save()
        box.pass(Housekeeping.period)
        #expect(box.recorder.counters.delivered == 2)
        #expect(box.recorder.counters.pending == 1)
        box.pass(box.settings.limits.keepDelivered - Housekeeping.period - 60_000)
        #expect(try box.rows() == [1, 2, 3])
        box.pass(Housekeeping.period + 60_000)
        #expect(try box.rows() == [3])
        box.pass(box.settings.limits.maxAge)
        #expect(try box.rows() == [])
        #expect(box.recorder.counters.shed == ["age": 1])
        #expect(box.recorder.counters.pending == 0)
    }

    /// `keep-delivered = 0s` is for who fears that the box is stolen: no clock is needed for it.
    @Test func whereNothingDeliveredIsToStayItGoesWithoutATime() throws {
        let directory = TemporaryDirectory()
        var limits = OutboxLimits()
        let time = UTCTime(seconds: 1_796_040_000)
        let writer = try OutboxWriter(
            path: directory.file("outbox.db"), deviceID: "box-1", limits: limits, now: time)
        try writer.commit([fix(at: time), fix(at: time.advanced(by: 30_000))], Tally())
        let store = try DeliveryStore(path: directory.file("delivery.db"), now: time)
        try store.adopt(OutboxReader(path: directory.file("outbox.db")))
        var receipt = Receipt()
        receipt.delivered = try OutboxReader(path: directory.file("outbox.db")).fixes(after: 0, limit: 1)
        store.record(receipt)
        try store.save()
        _ = try writer.acknowledge(DeliveryReader(path: directory.file("delivery.db")))
        #expect(try writer.prune(now: nil) == 0)
        limits.keepDelivered = 0
        writer.limits = limits
        #expect(try writer.prune(now: nil) == 1)
        #expect(try OutboxReader(path: directory.file("outbox.db")).fixes(after: 0, limit: 9).map(\.id) == [2])
    }

    @Test func anIdleRecorderWakesWithThePeriodsThatOthersWakeFor() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        box.pass(1000)
        for _ in 0..<3 {
            let deadline = try #require(box.recorder.deadline)
            #expect(deadline == box.now.next(multipleOf: Housekeeping.period))
            box.pass(deadline.since(box.now))
        }
    }

    @Test func longBacklogOfOldFixesIsShedInSteps() throws {
        let box = Box(commitEvery: 1000)
        try box.recorder.open(now: box.now)
        for _ in 0..<1700 {
            box.keep()
            box.clock.advance(1000)
        }
        box.pass(1000)
        #expect(try box.rows().count == 1700)
        box.clock.advance(box.settings.limits.maxAge)
        box.pass(Housekeeping.period)
        #expect(
            box.events.filter { $0.hasPrefix("shed") } == ["shed 500 age", "shed 1200 age"])
    }

    @Test func aSalvageInUseGivesSignsOfLife() throws {
        let box = Box(commitEvery: 1000)
        try box.recorder.open(now: box.now)
        for _ in 0..<600 {
            box.keep()
            box.clock.advance(1000)
        }
        box.pass(1000)
        box.restart()
        var signs = 0
        box.recorder.signOfLife = { signs += 1 }
        try box.recorder.open(now: box.now)
        #expect(signs == 0)
        try damage(box.settings.path, at: 10 * 1024, count: 900)
        box.pass(Housekeeping.period)
        #expect(box.events.suffix(2) == ["failed", "recovered"])
        #expect(signs > 0)
    }

    /// Nothing is copied from it then: without a word, that would only show when everything is sent again.
    @Test func deadLettersOfTheUploaderThatCannotBeReadAreReported() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        box.keep()
        box.pass(0)
        do {
            let store = try DeliveryStore(path: box.settings.deliveryPath, now: box.clock.civilTime)
            let outbox = try OutboxReader(path: box.settings.path)
            try store.adopt(outbox)
            var receipt = Receipt()
            receipt.dead = try outbox.fixes(after: 0, limit: 1).map {
                DeadLetter(fix: $0, generation: outbox.header.generation, code: "x", message: "y", refused: nil)
            }
            store.record(receipt)
            try store.save()
        }
        try damageRoot(of: "dead_letter", in: box.settings.deliveryPath)
        box.pass(Housekeeping.period)
        #expect(box.events.filter { $0 == "unreadable" }.count == 1)
        #expect(box.recorder.counters.dead == 0, "its fix is not taken for a delivered one")
        #expect(box.recorder.counters.pending == 1)
    }

    @Test func pauseOutlivesTheProcess() throws {
        let box = Box()
        try box.recorder.open(now: box.now)
        try box.recorder.setPaused(true, now: box.now)
        box.restart()
        var wasPaused = false
        box.recorder.report = { if case .opened(_, let isPaused) = $0 { wasPaused = isPaused } }
        try box.recorder.open(now: box.now)
        #expect(wasPaused)
    }
}
