import Outbox
import Positioning
import SQLite
import TestSupport
import Testing

@Suite struct OutboxWriterTests {
    let stores = Stores()

    @Test func committedFixesAreThereAsTheyWere() throws {
        let writer = try stores.writer()
        #expect(try writer.commit([fix(0), fix(30)], received(2)) == 2)
        let reader = try stores.look()
        #expect(try reader.fixes(after: 0, limit: 10) == [stored(0, id: 1), stored(30, id: 2)])
        #expect(try reader.fixes(after: 1, limit: 10) == [stored(30, id: 2)])
        #expect(try reader.newest(limit: 1) == [stored(30, id: 2)])
        #expect(try writer.newestFix() == stored(30, id: 2))
        #expect(reader.header.counters == writer.counters)
        #expect(writer.counters.addUp(pending: 2))
        #expect(try reader.pending().oldest == noon)
    }

    @Test func idsAscendForEverEvenWhenAllRowsAreGone() throws {
        let generation: Generation
        do {
            let writer = try stores.writer()
            generation = writer.generation
            try writer.commit([fix(0), fix(30)], received(2))
            #expect(try writer.shedByAge(now: noon.advanced(by: 29 * 86_400_000)) == 2)
            #expect(writer.counters.shed == ["age": 2])
        }
        let writer = try stores.writer()
        #expect(writer.generation == generation)
        #expect(try writer.newestFix() == nil)
        try writer.commit([fix(60)], received(1))
        #expect(try writer.newestFix()?.id == 3)
        #expect(writer.counters.addUp(pending: 1))
    }

    /// With `live-first` the newest are settled first, and may be more than one call looks at.
    @Test func sheddingFindsThePendingFixesBehindManySettledOnes() throws {
        let writer = try stores.writer()
        try writer.commit((0..<1200).map { fix(Int64($0)) }, received(1200))
        var settled = IDRanges()
        settled.insert(2...1150)
        let late = noon.advanced(by: 29 * 86_400_000)
        #expect(try writer.shedByAge(now: late, resolved: settled) == 1)
        #expect(try writer.shedByAge(now: late, resolved: settled) == 50)
        #expect(try writer.shedByAge(now: late, resolved: settled) == 0)
        #expect(writer.counters.shed == ["age": 51])
    }

    @Test func deviceIDOfTheTimeStaysWithTheFix() throws {
        try stores.writer(device: "box-1").commit([fix(0)], received(1))
        try stores.writer(device: "Größe.2").commit([fix(30)], received(1))
        try stores.writer(device: "box-1").commit([fix(60)], received(1))
        #expect(try stores.look().fixes(after: 0, limit: 9).map(\.deviceID) == ["box-1", "Größe.2", "box-1"])
    }

    @Test func sampleTimeThatIsStoredIsNotStoredAgain() throws {
        let writer = try stores.writer()
        try writer.commit([fix(0), fix(30)], received(2))
        #expect(try writer.commit([fix(0), fix(30), fix(60)], received(3)) == 1)
        #expect(writer.counters.dropped == ["already-stored": 2])
        #expect(writer.counters.addUp(pending: 3))
    }

    @Test func timeThatWasTakenBackIsStoredOnceEach() throws {
        do {
            let writer = try stores.writer()
            // A receiver a day ahead, which then finds the true time.
            try writer.commit([fix(0), fix(86_400), fix(86_430)], received(3))
            #expect(try writer.commit([fix(30), fix(60), fix(60)], received(3)) == 2)
        }
        let writer = try stores.writer()
        #expect(try writer.commit([fix(60), fix(90), fix(86_400), fix(86_415), fix(86_430)], received(5)) == 2)
        let times = try stores.look().fixes(after: 0, limit: 99).map { $0.fix.sampleTime.since(noon) / 1000 }
        #expect(times == [0, 86_400, 86_430, 30, 60, 90, 86_415])
        #expect(writer.counters.addUp(pending: 7))
    }

    @Test func epochsInRAMWhenTheAgentWasKilledAreCounted() throws {
        do {
            var tally = received(5)
            tally.drop("no-trigger")
            try stores.writer().commit([fix(0)], tally)
        }
        let writer = try stores.writer()
        #expect(writer.counters.dropped == ["no-trigger": 1, "interrupted": 3])
        #expect(writer.counters.held == 0)
    }

    @Test func pauseIsKeptOverARestart() throws {
        try stores.writer().setPaused(true)
        #expect(try stores.writer().isPaused)
        #expect(try stores.look().header.isPaused)
        try stores.writer().setPaused(false)
        #expect(try !stores.look().header.isPaused)
    }

    @Test func fileOfANewerProgramIsLeftAlone() throws {
        try stores.writer().commit([fix(0)], received(1))
        // As a kill leaves it, with the last commit in the WAL.
        let newer = try Connection(path: stores.outbox, mode: .readWrite)
        try newer.setCheckpointOnClose(false)
        try newer.setPersistentWAL(true)
        try newer.setPragma("user_version", 3)
        let before = try [stores.outbox, stores.outbox + "-wal"].map { try contents($0) }
        #expect(before.allSatisfy { $0.count > 500 })
        #expect(throws: OutboxError.newerSchema(path: stores.outbox, version: 3, known: 2)) { try stores.writer() }
        #expect(throws: OutboxError.newerSchema(path: stores.outbox, version: 3, known: 2)) { try stores.look() }
        #expect(try [stores.outbox, stores.outbox + "-wal"].map { try contents($0) } == before)
        _ = try stores.deliveryStore()
        try Connection(path: stores.delivery, mode: .readWrite).setPragma("user_version", 9)
        let delivery = try contents(stores.delivery)
        do {
            _ = try stores.deliveryStore()
            Issue.record("a newer delivery.db was opened")
        } catch OutboxError.newerSchema(let path, 9, _) where path == stores.delivery {
        }
        #expect(try contents(stores.delivery) == delivery)
    }

    @Test func secondWriterIsRefused() throws {
        let writer = try stores.writer()
        #expect(throws: OutboxError.inUse(path: stores.outbox)) { try stores.writer() }
        try writer.commit([fix(0)], received(1))
        let store = try stores.deliveryStore()
        #expect(throws: OutboxError.inUse(path: stores.delivery)) { try stores.deliveryStore() }
        #expect(store.lowWater == 0)
    }

    @Test func readerOfNothingIsToldToComeBack() throws {
        do {
            _ = try stores.look()
            Issue.record("there is no outbox yet")
        } catch OutboxError.notReady {
        }
    }
}
