import Outbox
import Positioning
import SQLite
import TestSupport
import Testing

@Suite struct DeliveryStoreTests {
    let stores = Stores()

    func receipt(_ fixes: [StoredFix]) -> Receipt {
        var receipt = Receipt()
        receipt.delivered = fixes
        return receipt
    }

    @Test func acknowledgementOutOfOrderIsKeptAsRangesOverARestart() throws {
        let writer = try stores.writer()
        try writer.commit((0..<10).map { fix($0 * 30) }, received(10))
        let rows = try stores.look().fixes(after: 0, limit: 10)
        do {
            let store = try stores.deliveryStore()
            #expect(try store.adopt(stores.look()) == .newGeneration)
            store.record(receipt(Array(rows[4...6])))
            try store.save()
            #expect(store.lowWater == 0)
        }
        let store = try stores.deliveryStore()
        #expect(try store.adopt(stores.look()) == .same)
        #expect(store.resolved.ranges == [5...7])
        #expect(try stores.look().pending(resolved: store.resolved).count == 7)
        store.record(receipt(Array(rows[0...3])))
        try store.save()
        #expect(store.lowWater == 7)
        #expect(store.counters.delivered == 7)
        #expect(try stores.lookAtDelivery().resolved(in: writer.generation).ranges == [1...7])
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        #expect(writer.counters.delivered == 7)
        #expect(writer.counters.addUp(pending: 3))
    }

    @Test func repeatedAcknowledgementCountsOnce() throws {
        try stores.writer().commit([fix(0)], received(1))
        let rows = try stores.look().fixes(after: 0, limit: 10)
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        store.record(receipt(rows))
        try store.save()
        store.record(receipt(rows))
        try store.save()
        #expect(store.counters.delivered == 1)
    }

    @Test func requestsAndBytesCountOnAfterARestartFromWhatWasSaved() throws {
        do {
            let store = try stores.deliveryStore()
            store.countSent(1000, day: "2026-11-30")
            store.countRequest(failed: false)
            store.countRequest(failed: true)
            #expect(store.savedCounters == DeliveryCounters())
            try store.save()
            #expect(store.savedCounters == store.counters)
            store.countRequest(failed: true)
        }
        let store = try stores.deliveryStore()
        #expect(store.counters.requests == 2)
        #expect(store.counters.failedRequests == 1)
        #expect(store.counters.bytes == 1000)
    }

    @Test func deadLetterKeepsTheFixAndTheWords() throws {
        let writer = try stores.writer()
        try writer.commit([fix(0), fix(30)], received(2))
        let rows = try stores.look().fixes(after: 0, limit: 10)
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        var receipt = Receipt()
        receipt.delivered = [rows[0]]
        receipt.dead = [
            DeadLetter(
                fix: rows[1], generation: writer.generation, code: "ValidationError", message: "it is wrong",
                refused: noon)
        ]
        store.record(receipt)
        try store.save()
        let letters = try stores.lookAtDelivery().deadLetters(limit: 10)
        #expect(letters.map(\.fix) == [rows[1]])
        #expect(letters.map(\.message) == ["it is wrong"])
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        #expect(writer.counters.delivered == 1)
        #expect(writer.counters.dead == 1)
        #expect(writer.counters.addUp(pending: 0))
        try store.adopt(stores.look())
        try store.pruneDeadLetters(now: noon.advanced(by: DeliveryStore.deadLetterAge))
        #expect(try store.deadLetters(limit: 10).count == 1)
        try store.pruneDeadLetters(now: noon.advanced(by: DeliveryStore.deadLetterAge + 1))
        #expect(try store.deadLetters(limit: 10).isEmpty)
    }

    @Test func deadLetterThatIsDroppedBeforeTheAgentCountedItIsStillDead() throws {
        let writer = try stores.writer()
        try writer.commit([fix(0)], received(1))
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        var receipt = Receipt()
        receipt.dead = try stores.look().fixes(after: 0, limit: 1).map {
            DeadLetter(fix: $0, generation: writer.generation, code: "x", message: "y", refused: nil)
        }
        store.record(receipt)
        try store.save()
        #expect(try store.dropDeadLetters(store.deadLetters(limit: 1).map(\.number)) == [1])
        #expect(try store.deadLetters(limit: 1).isEmpty)
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        #expect(writer.counters.dead == 1)
    }

    /// A store in which fixes 1 to `count` are dead letters, counted by the agent unless `isCounted` is false.
    private func dead(_ count: Int, isCounted: Bool = true) throws -> (DeliveryStore, Generation) {
        let writer = try stores.writer()
        try writer.commit((0..<count).map { fix(Int64($0) * 30) }, received(count))
        let store = try stores.deliveryStore()
        try refuse(in: store)
        if isCounted {
            _ = try writer.acknowledge(stores.lookAtDelivery())
            try store.adopt(stores.look())
        }
        return (store, writer.generation)
    }

    /// Refuses all that `store` has not settled.
    private func refuse(in store: DeliveryStore) throws {
        try store.adopt(stores.look())
        let generation = try stores.look().header.generation
        var receipt = Receipt()
        receipt.dead = try stores.look().fixes(after: store.lowWater, limit: 1000).map {
            DeadLetter(fix: $0, generation: generation, code: "x", message: "y", refused: noon)
        }
        store.record(receipt)
        try store.save()
    }

    @Test func ofADroppedDeadLetterItStaysKnownThatTheFixWasRefused() throws {
        let (store, generation) = try dead(3)
        #expect(try store.dropDeadLetters([-1, 0, 2, 2, 3, 7]) == [2, 3])
        #expect(try store.deadLetterCount() == 1)
        #expect(try stores.lookAtDelivery().deadLetterCount() == 1)
        #expect(try stores.lookAtDelivery().deadLetters(limit: 10).map(\.fix.id) == [1])
        #expect(try stores.lookAtDelivery().deadLetterIDs(ids: 1...9, generation: generation) == [1, 2, 3])
        try store.pruneDeadLetters(now: noon.advanced(by: DeliveryStore.deadLetterAge + 1))
        #expect(try stores.lookAtDelivery().deadLetterIDs(ids: 1...9, generation: generation).isEmpty)
    }

    @Test func oneThatWasDeliveredAfterAllIsNoDeadLetterAnyMore() throws {
        let (store, generation) = try dead(3)
        let time = { (id: Int64) in noon.advanced(by: (id - 1) * 30_000) }
        try store.removeDeadLetters([2: time(2), 7: time(7)])
        #expect(try store.deadLetters(limit: 10).map(\.number) == [1, 3])
        #expect(try stores.lookAtDelivery().deadLetterIDs(ids: 1...9, generation: generation) == [1, 3])
        // The number of the last one is not given again: an answer that comes late would mean another fix.
        try store.removeDeadLetters([3: time(3)])
        #expect(try stores.lookAtDelivery().refusedIDs(ids: 1...9, generation: generation) == [1])
        try stores.writer().commit([fix(300)], received(1))
        try refuse(in: store)
        #expect(try store.deadLetters(limit: 10).map(\.number) == [1, 4])
    }

    @Test func aLetterThatHasTheNumberOfAnotherOneNowIsNotRemoved() throws {
        let (store, _) = try dead(3)
        try store.removeDeadLetters([2: noon.advanced(by: 60_000)])
        #expect(try store.deadLetters(limit: 10).map(\.number) == [1, 2, 3])
    }

    @Test(arguments: [true, false]) func theNextDeadLetterAfterAllWereDroppedIsSeen(isCounted: Bool) throws {
        let (store, _) = try dead(3, isCounted: isCounted)
        #expect(try store.dropDeadLetters([1, 2, 3]) == [1, 2, 3])
        try stores.writer().commit([fix(300)], received(1))
        try refuse(in: store)
        #expect(try store.deadLetters(limit: 10).map(\.number) == [4])
        #expect(try store.dropDeadLetters([4]) == [4])
    }

    @Test func aDroppedDeadLetterDoesNotComeBackWhenTheStoreIsSalvaged() throws {
        do {
            let (store, _) = try dead(3)
            try store.dropDeadLetters([1, 2])
            store.failure = .damaged(path: stores.delivery, findings: ["a page"])
            #expect(try store.recover(now: noon)?.counts.recovered == 1)
        }
        #expect(try stores.lookAtDelivery().deadLetters(limit: 10).map(\.fix.id) == [3])
    }

    @Test func aDeadLetterKeepsItsNumberWhenTheStoreIsSalvaged() throws {
        let (store, _) = try dead(4)
        try store.removeDeadLetters([1: noon])
        store.failure = .damaged(path: stores.delivery, findings: ["a page"])
        #expect(try store.recover(now: noon)?.counts.recovered == 3)
        #expect(try store.deadLetters(limit: 10).map(\.number) == [2, 3, 4])
        try stores.writer().commit([fix(300)], received(1))
        try refuse(in: store)
        #expect(try store.deadLetters(limit: 10).map(\.number) == [2, 3, 4, 5])
    }

    /// Beside a number that damage has made great, the others would count as older than the limit.
    @Test func deadLettersWithNumbersThatDamageChangedAreNumberedAnew() throws {
        let (store, _) = try dead(3)
        try Connection(path: stores.delivery, mode: .readWrite).execute(
            "UPDATE dead_letter SET number = number + 16000 WHERE number = 3")
        store.failure = .damaged(path: stores.delivery, findings: ["a page"])
        #expect(try store.recover(now: noon)?.counts.recovered == 3)
        try store.pruneDeadLetters(now: noon)
        #expect(try store.deadLetters(limit: 10).map(\.number) == [1, 2, 3])
    }

    /// Six fixes, of which the tracker has taken those at `delivered`.
    private func sixFixes(
        delivered: Range<Int>
    ) throws -> (writer: OutboxWriter, store: DeliveryStore, rows: [StoredFix]) {
        let writer = try stores.writer()
        try writer.commit((0..<6).map { fix($0 * 30) }, received(6))
        let rows = try stores.look().fixes(after: 0, limit: 10)
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        store.record(receipt(Array(rows[delivered])))
        try store.save()
        return (writer, store, rows)
    }

    @Test func shedFixesDoNotHoldBackTheLowWaterMark() throws {
        let (writer, store, rows) = try sixFixes(delivered: 4..<5)
        let month = writer.limits.maxAge
        #expect(try writer.shedByAge(now: rows[3].fix.sampleTime.advanced(by: month), resolved: store.resolved) == 3)
        try store.adopt(stores.look())
        #expect(store.lowWater == 3)
        store.record(receipt([rows[3]]))
        try store.save()
        #expect(store.lowWater == 5)
    }

    @Test func fixesThatAreShedBeforeDeliveredOnesDoNotKeepThoseFromTheAgent() throws {
        let (writer, store, rows) = try sixFixes(delivered: 3..<6)
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .nothing)
        let month = writer.limits.maxAge
        #expect(try writer.shedByAge(now: rows[3].fix.sampleTime.advanced(by: month), resolved: store.resolved) == 3)
        // Nothing more is delivered; a look finds that all before is gone.
        try store.adopt(stores.look())
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        #expect(writer.counters.delivered == 3 && writer.counters.addUp(pending: 0))
    }

    @Test func outboxThatWentBackInTimeIsNotBelievedDelivered() throws {
        do {
            let writer = try stores.writer()
            try writer.commit([fix(0), fix(30)], received(2))
        }
        let old = try contents(stores.outbox)
        let store = try stores.deliveryStore()
        do {
            let writer = try stores.writer()
            try writer.commit([fix(60), fix(90)], received(2))
            try store.adopt(stores.look())
            try store.record(receipt(stores.look().fixes(after: 0, limit: 10)))
            try store.save()
        }
        try replace(stores.outbox, with: old)
        let writer = try stores.writer()
        try writer.commit([fix(120), fix(150), fix(180)], received(3))
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .begunAnew)
        #expect(writer.counters.addUp(pending: 5))
        #expect(try store.adopt(stores.look()) == .newGeneration)
        #expect(store.resolved.isEmpty)
    }

    @Test func uploaderAloneNoticesThatTheOutboxWentBack() throws {
        try stores.writer().commit([fix(0), fix(30)], received(2))
        let old = try contents(stores.outbox)
        let store = try stores.deliveryStore()
        try stores.writer().commit([fix(60)], received(1))
        try store.adopt(stores.look())
        try store.record(receipt(stores.look().fixes(after: 0, limit: 10)))
        try store.save()
        try replace(stores.outbox, with: old)
        try stores.writer().commit([fix(120)], received(1))
        #expect(try store.adopt(stores.look()) == .wentBack)
        #expect(store.resolved.isEmpty)
    }

    @Test func notesAndBackOffAreKept() throws {
        let backOff = StoredBackOff(
            bootID: "0f2c", until: BootTime(milliseconds: 12_345), delay: 900_000, failures: 4)
        do {
            let store = try stores.deliveryStore()
            try store.setNote("colour", "green")
            try store.setBackOff(backOff)
            store.countSent(1200, day: "2026-11-30")
            store.countSent(34, day: "2026-11-30")
            try store.save()
        }
        let store = try stores.deliveryStore()
        #expect(try store.note("colour") == "green")
        #expect(try store.backOff() == backOff)
        try store.setBackOff(nil)
        #expect(try store.backOff() == nil)
        #expect(try stores.lookAtDelivery().bytesSent().map(\.bytes) == [1234])
    }
}
