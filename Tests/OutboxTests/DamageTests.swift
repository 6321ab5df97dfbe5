import Foundation
import Outbox
import Positioning
import TestSupport
import Testing

/// Damage at random places of either store. A violation ends its test, so that the figure at its end says "none".
@Suite struct DamageTests {
    static let outboxFiles = ["outbox.db", "outbox.db-wal", "outbox.db-shm"]
    static let deliveryFiles = ["delivery.db", "delivery.db-wal", "delivery.db-shm"]

    let stores = Stores()

    /// A box as a kill leaves it: 400 fixes, of which 97 are delivered and 3 refused and the agent knows it, and 50 more
    /// are delivered out of order and it does not. Both stores have commits in their WAL, and others in the file.
    func killedBox() throws -> [(name: String, data: Data)] {
        try stores.writer().commit((0..<300).map { fix($0 * 30) }, received(300))
        let rows = try stores.look().fixes(after: 0, limit: 300)
        try settle(rows[..<100], dead: 3)
        let writer = try stores.writer()
        let store = try stores.deliveryStore()
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        for second in 300..<400 { try writer.commit([fix(Int64(second) * 30)], received(1)) }
        for row in rows[200..<250] {
            var receipt = Receipt()
            receipt.delivered = [row]
            store.record(receipt)
            try store.save()
        }
        return try withExtendedLifetime((writer, store)) {
            try (Self.outboxFiles + Self.deliveryFiles).map { ($0, try contents(stores.directory.file($0))) }
        }
    }

    /// An uploader that ends afterwards: the first `dead` of the rows are refused, the others are taken.
    func settle(_ rows: ArraySlice<StoredFix>, dead: Int) throws {
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        let generation = try stores.look().header.generation
        var receipt = Receipt()
        receipt.delivered = Array(rows.dropFirst(dead))
        receipt.dead = rows.prefix(dead).map {
            DeadLetter(fix: $0, generation: generation, code: "ValidationError", message: "no", refused: noon)
        }
        store.record(receipt)
        try store.save()
    }

    /// Lays the box down with one file damaged, in so many places; nil if its end is gone.
    @discardableResult
    func lay(_ box: [(name: String, data: Data)], damaging file: String, _ seed: UInt64) throws -> Int? {
        var random = SplitMix(seed: seed)
        var places: Int?
        for name in try FileManager.default.contentsOfDirectory(atPath: stores.directory.path) {
            try FileManager.default.removeItem(atPath: stores.directory.file(name))
        }
        for (name, original) in box {
            var data = original
            if name == file { places = data.damage(with: &random) }
            try data.write(to: URL(fileURLWithPath: stores.directory.file(name)))
        }
        return places
    }

    @Test(arguments: outboxFiles)
    func damageAnywhereInTheOutboxCostsOnlyWhatItHit(_ file: String) throws {
        let box = try killedBox()
        var (mended, slowest) = (0, 0)
        for seed in seeds {
            let places = try lay(box, damaging: file, seed)
            let start = threadMilliseconds()
            let isMended = try stores.writer().salvage != nil
            slowest = max(slowest, threadMilliseconds() - start)
            mended += isMended ? 1 : 0
            try checkOutbox(seed, isMended: isMended)
            // After damage to its WAL, SQLite trusts nothing that was written to it later.
            if let places, file != "outbox.db-wal" {
                let left = try stores.look().fixes(after: 0, limit: 400).count
                try #require(left >= 400 - 25 * places, "seed \(seed): only \(left) of 400 were saved")
            }
            try #require(try stores.writer().salvage == nil, "seed \(seed): damaged again after it was mended")
        }
        // Some 50 ms on a PC; an emulated processor takes twenty times as long.
        try #require(slowest < 20_000)
        print("\(file): \(seeds.count) seeds, \(mended) salvages, slowest start \(slowest) ms, 0 violations")
    }

    /// What the outbox says is true of itself and of nothing else, and whatever it still has gets delivered.
    func checkOutbox(_ seed: UInt64, isMended: Bool) throws {
        let writer = try stores.writer()
        let rows = try stores.look().fixes(after: 0, limit: .max)
        for row in rows { try #require(row == stored((row.id - 1) * 30, id: row.id), "seed \(seed)") }
        let pending = rows.filter { $0.id > writer.lowWater }.count
        try #require(writer.lowWater <= 100, "seed \(seed): a fix that nobody delivered counts as delivered")
        try #require(writer.counters.pending >= pending, "seed \(seed)")
        if isMended { try #require(writer.counters.addUp(pending: pending), "seed \(seed)") }
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        let undelivered = rows.filter { $0.id > 100 && !(201...250).contains($0.id) }
        try #require(!undelivered.contains { store.resolved.contains($0.id) }, "seed \(seed): not sent any more")
        try writer.commit([fix(1_000_000)], received(1))
        try #require(writer.nextID > rows.last?.id ?? 0, "seed \(seed)")
    }

    @Test(arguments: deliveryFiles)
    func damageAnywhereInTheDeliveryStoreSendsAgainRatherThanLoses(_ file: String) throws {
        let box = try killedBox()
        var mended = 0
        for seed in seeds {
            try lay(box, damaging: file, seed)
            let isMended = try stores.deliveryStore().mended != nil
            mended += isMended ? 1 : 0
            try checkDelivery(seed)
            try #require(try stores.deliveryStore().mended == nil, "seed \(seed): damaged again after it was mended")
        }
        print("\(file): \(seeds.count) seeds, \(mended) begun anew, 0 violations")
    }

    func checkDelivery(_ seed: UInt64) throws {
        let writer = try stores.writer()
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        let rows = try stores.look().fixes(after: 0, limit: .max)
        let undelivered = rows.filter { $0.id > 100 && !(201...250).contains($0.id) }
        try #require(!undelivered.contains { store.resolved.contains($0.id) }, "seed \(seed): not sent any more")
        try #require(store.resolved.contains(100), "seed \(seed): the outbox knew that these were delivered")
        for letter in try stores.lookAtDelivery().deadLetters(limit: 10) {
            try #require(letter.fix == stored((letter.fix.id - 1) * 30, id: letter.fix.id), "seed \(seed)")
        }
        var receipt = Receipt()
        receipt.delivered = rows
        store.record(receipt)
        try store.save()
        try #require(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false), "seed \(seed)")
        try #require(writer.counters.addUp(pending: 0), "seed \(seed)")
    }

    @Test func oneBadPageOfTheDeliveryStoreCostsTheDeadLettersOfThatPage() throws {
        try stores.writer().commit((0..<200).map { fix($0 * 30) }, received(200))
        try settle(stores.look().fixes(after: 0, limit: 200)[...], dead: 200)
        var data = try contents(stores.delivery)
        // The first pages are those of the tables; the last ones hold letters.
        let page = data.count / 1024 - 6
        for offset in page * 1024..<page * 1024 + 400 { data[offset] = 0xA5 }
        try replace(stores.delivery, with: data)
        let report = try #require(try stores.deliveryStore().mended)
        #expect(report.counts.recovered >= 180 && report.counts.recovered < 200)
        #expect(try stores.lookAtDelivery().deadLetters(limit: 300).count == Int(report.counts.recovered))
    }

    /// The check of SQLite does not look at these: the rows would be out of reach, or every write would fail.
    @Test(arguments: [
        ("accuracy REAL", "accurbcy REAL"), ("CREATE TABLE fix", "CREATE TABLE fiy"), ("STRICT", "STR(CT"),
    ])
    func definitionThatDamageChangedIsPutRight(_ good: String, _ bad: String) throws {
        try stores.writer().commit([fix(0), fix(30)], received(2))
        try settle(stores.look().fixes(after: 0, limit: 2)[...], dead: 2)
        for path in [stores.outbox, stores.delivery] {
            var data = try contents(path)
            while let range = data.range(of: Data(good.utf8)) { data.replaceSubrange(range, with: Data(bad.utf8)) }
            try replace(path, with: data)
        }
        let writer = try stores.writer()
        #expect(writer.salvage == nil)
        #expect(try writer.commit([fix(60)], received(1)) == 1)
        #expect(try stores.look().fixes(after: 0, limit: 10).count == 3)
        let store = try stores.deliveryStore()
        #expect(store.mended == nil)
        #expect(store.resolved.contains(2))
        #expect(try stores.lookAtDelivery().deadLetters(limit: 10).count == 2)
    }
}
