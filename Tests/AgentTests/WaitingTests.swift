import Outbox
import Positioning
import TestSupport
import Testing

@testable import Agent

@Suite struct WaitingTests {
    private let now = BootTime(milliseconds: 1000)

    /// Else its time stays due, and the event loop never sleeps again.
    @Test func nothingIsDueAfterACommitThatFailedTurnsOutToBeStored() throws {
        let directory = TemporaryDirectory()
        let time = UTCTime(seconds: 1_796_040_000)
        func open() throws -> OutboxWriter {
            try OutboxWriter(
                path: directory.file("outbox.db"), deviceID: "box-1", limits: OutboxLimits(), now: time,
                isReopened: true)
        }
        var waiting = Waiting()
        do {
            let writer = try open()
            waiting.receive(now: now)
            waiting.keep(fix(at: time), now: now)
            waiting.begin(on: writer)
            // The disk has it, and says that it has not.
            try writer.commit(waiting.fixes, waiting.tally)
        }
        #expect(waiting.fixesSince == now && waiting.countedSince == now)
        #expect(try waiting.settle(in: open()) == 1)
        #expect(waiting.isEmpty)
        #expect(waiting.fixesSince == nil && waiting.countedSince == nil)
    }

    @Test func whatCameAfterAFailedCommitStaysDue() throws {
        let directory = TemporaryDirectory()
        let time = UTCTime(seconds: 1_796_040_000)
        var waiting = Waiting()
        let writer = try OutboxWriter(
            path: directory.file("outbox.db"), deviceID: "box-1", limits: OutboxLimits(), now: time)
        waiting.receive(now: now)
        waiting.keep(fix(at: time), now: now)
        waiting.begin(on: writer)
        waiting.receive(now: now)
        #expect(waiting.settle(in: writer) == nil, "the file does not have it")
        #expect(waiting.fixes.count == 1 && waiting.tally.received == 2)
        #expect(waiting.countedSince == now)
    }
}
