import SQLite
import Testing

@testable import Outbox

@Suite struct LedgerTests {
    let stores = Stores()

    /// Adds an entry that this program does not know, as a newer one of the same schema would.
    private func addEntry(to path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        let ledger = try Ledger.read(connection)
        try Ledger(connection).update(from: ledger, to: ledger.merging(["tow-bar": 5]) { $1 })
    }

    private func entries(of path: String) throws -> [String: Int64] {
        try Ledger.read(Connection(path: path, mode: .readOnly))
    }

    @Test func outboxOfANewerProgramKeepsItsAccounting() throws {
        let generation: Generation
        do {
            let writer = try stores.writer()
            try writer.commit([fix(0)], received(1))
            generation = writer.generation
        }
        try addEntry(to: stores.outbox)
        for second in [30, 60] as [Int64] {
            let writer = try stores.writer()
            #expect(writer.salvage == nil)
            #expect(writer.generation == generation)
            try writer.commit([fix(second)], received(1))
            #expect(try stores.look().header.counters.kept == second / 30 + 1)
        }
        #expect(try entries(of: stores.outbox)["tow-bar"] == 5)
        // A salvage does not know better what it means.
        let writer = try OutboxWriter(
            path: stores.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true)
        #expect(writer.salvage?.counts.beganAnew == false)
        #expect(try entries(of: stores.outbox)["tow-bar"] == 5)
    }

    @Test func deliveryStoreOfANewerProgramKeepsWhatIsSettled() throws {
        try stores.writer().commit((0..<3).map { fix($0 * 30) }, received(3))
        let rows = try stores.look().fixes(after: 0, limit: 3)
        for index in 0..<3 {
            let store = try stores.deliveryStore()
            #expect(store.mended == nil)
            #expect(store.counters.delivered == Int64(index))
            try store.adopt(stores.look())
            var receipt = Receipt()
            receipt.delivered = [rows[index]]
            store.record(receipt)
            try store.save()
            if index == 0 { try addEntry(to: stores.delivery) }
        }
        #expect(try entries(of: stores.delivery)["tow-bar"] == 5)
        #expect(try stores.lookAtDelivery().counters.delivered == 3)
    }

    /// The file that takes the place of a lost one comes from a newer program.
    @Test func entriesOfAFileThatIsOpenedAgainAreKept() throws {
        let store = try stores.deliveryStore()
        store.countRequest(failed: false)
        try store.save()
        try addEntry(to: stores.delivery)
        store.failure = .removed(path: stores.delivery)
        #expect(try store.recover(now: noon) == nil)
        store.countRequest(failed: false)
        try store.save()
        #expect(try entries(of: stores.delivery)["tow-bar"] == 5)
    }
}
