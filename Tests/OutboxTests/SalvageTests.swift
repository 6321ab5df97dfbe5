import Foundation
import Outbox
import Positioning
import SQLite
import TestSupport
import Testing

@Suite struct SalvageTests {
    let stores = Stores()

    /// An outbox of 400 fixes of which 100 are delivered, some of it still in the WAL.
    @discardableResult
    func makeOutbox() throws -> OutboxWriter {
        try stores.writer().commit((0..<300).map { fix($0 * 30) }, received(300))
        let writer = try stores.writer()
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        var receipt = Receipt()
        receipt.delivered = try stores.look().fixes(after: 0, limit: 100)
        try store.record(receipt)
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        for second in 300..<400 { try writer.commit([fix(Int64(second) * 30)], received(1)) }
        return writer
    }

    /// What the outbox says must be true of itself, and of nothing else, whatever was done to its files.
    func checkSound(_ seed: UInt64) throws {
        try checkAfterOpening(seed)
        #expect(try stores.writer().salvage == nil, "seed \(seed): damaged again after it was mended")
    }

    func checkAfterOpening(_ seed: UInt64) throws {
        let writer = try stores.writer()
        let rows = try stores.look().fixes(after: 0, limit: .max)
        for row in rows { #expect(row == stored((row.id - 1) * 30, id: row.id), "seed \(seed)") }
        let pending = rows.filter { $0.id > writer.lowWater }.count
        #expect(writer.counters.pending >= pending, "seed \(seed)")
        if writer.salvage != nil { #expect(writer.counters.addUp(pending: pending), "seed \(seed)") }
        try writer.commit([fix(1_000_000)], received(1))
        #expect(writer.nextID > rows.last?.id ?? 0, "seed \(seed)")
    }

    @Test(arguments: ["outbox.db", "outbox.db-wal", "outbox.db-shm"])
    func damageAnywhereCostsOnlyWhatItHit(_ file: String) throws {
        // As a kill leaves them, with commits in the WAL.
        let originals = try withExtendedLifetime(makeOutbox()) {
            try ["outbox.db", "outbox.db-wal", "outbox.db-shm"].map { name in
                (name, try contents(stores.directory.file(name)))
            }
        }
        #expect(originals.allSatisfy { $0.1.count > 20_000 })
        for seed in UInt64(1)...60 {
            var random = Seeded(seed)
            for name in try FileManager.default.contentsOfDirectory(atPath: stores.directory.path) {
                if name.hasPrefix("outbox") { try FileManager.default.removeItem(atPath: stores.directory.file(name)) }
            }
            for (name, data) in originals {
                var data = data
                if name == file { data.damage(with: &random) }
                try data.write(to: URL(fileURLWithPath: stores.directory.file(name)))
            }
            try checkSound(seed)
        }
    }

    @Test func oneBadPageCostsTheRowsOfThatPage() throws {
        try makeOutbox()
        var data = try contents(stores.outbox)
        let page = data.count / 1024 / 2
        for offset in page * 1024..<page * 1024 + 400 { data[offset] = 0xA5 }
        try replace(stores.outbox, with: data)
        let writer = try stores.writer()
        let report = try #require(writer.salvage)
        #expect(report.recovered >= 380)
        #expect(report.lost > 0 && report.lost < 20)
        #expect(writer.counters.shed == ["damage": report.lost])
        #expect(!report.beganAnew)
        #expect(writer.lowWater == 100)
        #expect(FileManager.default.fileExists(atPath: report.movedTo))
    }

    @Test func damageThatTheCheckMissedIsMendedWhenItIsKnown() throws {
        let generation = try makeOutbox().generation
        let writer = try OutboxWriter(
            path: stores.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true)
        #expect(writer.salvage?.recovered == 400)
        #expect(writer.salvage?.lost == 0)
        #expect(writer.generation == generation)
        #expect(writer.nextID == 401)
        #expect(writer.counters.addUp(pending: 300))
        let fresh = Stores()
        let first = try OutboxWriter(
            path: fresh.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true)
        #expect(first.salvage == nil)
    }

    @Test func lostLedgerBeginsANewGenerationAndSendsAgain() throws {
        let generation: Generation
        do {
            try makeOutbox()
            generation = try stores.writer().generation
        }
        try Connection(path: stores.outbox, mode: .readWrite).execute("DELETE FROM ledger WHERE name = 'next-id'")
        let writer = try stores.writer()
        #expect(writer.generation != generation)
        let rows = try stores.look().fixes(after: 0, limit: .max)
        #expect(rows.count == 400)
        #expect(writer.lowWater == 0)
        #expect(writer.nextID == 401)
        #expect(writer.counters.addUp(pending: 400))
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .otherGeneration)
    }

    @Test func killBetweenTheRenamesIsMadeGood() throws {
        try makeOutbox()
        let files = FileManager.default
        try files.copyItem(atPath: stores.outbox, toPath: stores.outbox + ".salvage")
        try files.moveItem(atPath: stores.outbox, toPath: stores.outbox + ".corrupt-1")
        #expect(try stores.writer().nextID == 401)
        #expect(!files.fileExists(atPath: stores.outbox + ".salvage"))
        try Data("half a file".utf8).write(to: URL(fileURLWithPath: stores.outbox + ".salvage"))
        #expect(try stores.writer().nextID == 401)
        #expect(!files.fileExists(atPath: stores.outbox + ".salvage"))
    }

    @Test func somebodyElsesDatabaseIsMovedAside() throws {
        try Data("not a database, but a text that is long enough to be one".utf8)
            .write(to: URL(fileURLWithPath: stores.outbox))
        let writer = try stores.writer()
        #expect(writer.salvage?.recovered == 0)
        #expect(try writer.commit([fix(0)], received(1)) == 1)
    }

    @Test func damagedDeliveryStoreSendsAgainRatherThanLoses() throws {
        try makeOutbox()
        let original = try contents(stores.delivery)
        for seed in UInt64(1)...60 {
            var random = Seeded(seed)
            var data = original
            data.damage(with: &random)
            try replace(stores.delivery, with: data)
            let store = try stores.deliveryStore()
            try store.adopt(stores.look())
            let rows = try stores.look().fixes(after: store.lowWater, limit: .max)
            #expect(rows.filter { !store.resolved.contains($0.id) }.count == 300, "seed \(seed)")
            var receipt = Receipt()
            receipt.delivered = [rows[0]]
            try store.record(receipt)
        }
    }

    @Test func atMostThreeDamagedFilesAreKept() throws {
        for _ in 0..<6 {
            try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: stores.outbox))
            _ = try stores.writer()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: stores.directory.path)
        #expect(names.filter { $0.contains("corrupt") && !$0.hasSuffix("-wal") }.count == 3)
    }
}

/// SplitMix64: the same sequence for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

extension Data {
    /// Flips bits, overwrites a run, or cuts the end off.
    mutating func damage(with random: inout Seeded) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            self = prefix(Int.random(in: 0..<count, using: &random))
        case 1:
            let start = Int.random(in: 0..<count, using: &random)
            for offset in start..<Swift.min(count, start + 700) {
                self[offset] = UInt8.random(in: 0...255, using: &random)
            }
        default:
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                self[Int.random(in: 0..<count, using: &random)] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
            }
        }
    }
}
