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
        store.record(receipt)
        try store.save()
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        for second in 300..<400 { try writer.commit([fix(Int64(second) * 30)], received(1)) }
        return writer
    }

    @Test func oneBadPageCostsTheRowsOfThatPage() throws {
        try makeOutbox()
        var data = try contents(stores.outbox)
        let page = data.count / 1024 / 2
        for offset in page * 1024..<page * 1024 + 400 { data[offset] = 0xA5 }
        try replace(stores.outbox, with: data)
        let writer = try stores.writer()
        let report = try #require(writer.salvage)
        #expect(report.counts.recovered >= 380)
        #expect(report.counts.lost > 0 && report.counts.lost < 20)
        #expect(writer.counters.shed == ["damage": report.counts.lost])
        #expect(!report.counts.beganAnew)
        #expect(writer.lowWater == 100)
        #expect(FileManager.default.fileExists(atPath: report.movedTo))
    }

    @Test func damageThatTheCheckMissedIsMendedWhenItIsKnown() throws {
        let generation = try makeOutbox().generation
        let writer = try OutboxWriter(
            path: stores.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true)
        #expect(writer.salvage?.counts.recovered == 400)
        #expect(writer.salvage?.counts.lost == 0)
        #expect(writer.generation == generation)
        #expect(writer.nextID == 401)
        #expect(writer.counters.addUp(pending: 300))
        let fresh = Stores()
        let first = try OutboxWriter(
            path: fresh.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true)
        #expect(first.salvage == nil)
    }

    /// One COMMIT of a quarter of a gigabyte outlasts systemd's patience on a slow card, and the next start begins anew.
    @Test func largeOutboxIsCopiedInSteps() throws {
        let rows: Int64 = 20_000
        do {
            let writer = try stores.writer()
            for first in stride(from: 0, to: rows, by: 500) {
                try writer.commit((first..<first + 500).map(fix), received(500))
            }
        }
        func committed() -> Int64? {
            guard let copy = try? Connection(path: stores.outbox + ".salvage", mode: .readOnly, busyTimeout: 0),
                let count = try? copy.prepare("SELECT count(*) FROM fix"), (try? count.step()) == true
            else { return nil }
            return count.integer(0)
        }
        var steps: Set<Int64> = []
        let writer = try OutboxWriter(
            path: stores.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true
        ) { if let count = committed() { steps.insert(count) } }
        #expect(steps.contains { $0 > 0 && $0 < rows })
        #expect(writer.salvage?.counts.recovered == rows)
    }

    /// A card says too early that it has written, and the power goes: the ledger's page is the old one, the rows are new.
    @Test func rowsThatAnOldLedgerDoesNotKnowAreCountedAndGetNoOthersID() throws {
        let generation: Generation
        do {
            let writer = try stores.writer()
            generation = writer.generation
            try writer.commit([fix(0), fix(30), fix(60)], received(3))
            let old = try stores.ledger()
            try writer.commit([fix(90), fix(120)], received(2))
            let connection = try Connection(path: stores.outbox, mode: .readWrite)
            let update = try connection.prepare("UPDATE ledger SET value = ? WHERE name = ?")
            for (name, value) in old {
                try update.bind(value, at: 1)
                try update.bind(name, at: 2)
                try update.run()
            }
        }
        // Nobody sends what the agent will give other ids to.
        do {
            _ = try stores.look().fixes(after: 0, limit: 10)
            Issue.record("an old ledger was believed")
        } catch OutboxError.damaged {
        }
        let writer = try stores.writer()
        #expect(writer.salvage?.counts.recovered == 5)
        #expect(writer.salvage?.counts.lost == 0)
        #expect(writer.generation == generation)
        #expect(writer.nextID == 6)
        #expect(writer.counters.addUp(pending: 5))
        try writer.commit([fix(150)], received(1))
        #expect(try stores.look().fixes(after: 0, limit: 10).map(\.id) == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: ["low-water", "next-id", "generation"])
    func aNumberOfTheLedgerThatRotChangedIsNotBelieved(_ name: String) throws {
        let generation: Generation
        do {
            let writer = try stores.writer()
            try writer.commit([fix(0), fix(30), fix(60)], received(3))
            generation = writer.generation
        }
        let connection = try Connection(path: stores.outbox, mode: .create)
        try connection.execute("UPDATE ledger SET value = value + 2 WHERE name = '\(name)'")
        let writer = try stores.writer()
        #expect(writer.salvage?.counts.beganAnew == true)
        #expect(writer.generation != generation)
        #expect(writer.lowWater == 0)
        #expect(try stores.look().pending().count == 3)
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

    /// Fixes must not go out under another vehicle's name: readers wait, and the owner knows what it was.
    @Test(arguments: ["UPDATE device SET name = 'box-3'", "UPDATE device SET checksum = checksum + 1"])
    func deviceIDThatDamageChangedIsPutRight(_ damage: String) throws {
        try makeOutbox()
        try Connection(path: stores.outbox, mode: .readWrite).execute(damage)
        do {
            _ = try stores.look()
            Issue.record("a changed device id was believed")
        } catch OutboxError.damaged {
        }
        let report = try #require(try stores.writer().salvage)
        #expect(report.counts.recovered == 400 && report.counts.lost == 0)
        #expect(try stores.look().fixes(after: 0, limit: .max).allSatisfy { $0.deviceID == "box-1" })
    }

    /// One flipped bit of a name that the owner does not know, and a list that is gone.
    @Test func deviceIDsThatOwnerDoesNotKnowAreMendedOrTheirFixesAreCountedAsLost() throws {
        try stores.writer(device: "other").commit([fix(0), fix(30)], received(2))
        try stores.writer().commit([fix(60)], received(1))
        try Connection(path: stores.outbox, mode: .readWrite).execute(
            "UPDATE device SET name = 'otler' WHERE id = 1")
        #expect(try stores.writer().salvage?.counts.recovered == 3)
        #expect(try stores.look().fixes(after: 0, limit: 9).map(\.deviceID) == ["other", "other", "box-1"])
        try Connection(path: stores.outbox, mode: .readWrite).execute("DELETE FROM device")
        let writer = try OutboxWriter(
            path: stores.outbox, deviceID: "box-1", limits: OutboxLimits(), now: noon, knownDamaged: true)
        #expect(writer.salvage?.counts.recovered == 1 && writer.salvage?.counts.lost == 2)
        #expect(try stores.look().fixes(after: 0, limit: 9).map(\.deviceID) == ["box-1"])
        #expect(writer.counters.addUp(pending: 1))
    }

    @Test func deadLetterKeepsItsDeviceIDWhenABitOfItFlips() throws {
        try stores.writer().commit([fix(0)], received(1))
        do {
            let store = try stores.deliveryStore()
            try store.adopt(stores.look())
            var receipt = Receipt()
            receipt.dead = try stores.look().fixes(after: 0, limit: 1).map {
                DeadLetter(fix: $0, generation: Generation(rawValue: 1), code: "x", message: "y", refused: nil)
            }
            receipt.dead[0].generation = try stores.look().header.generation
            store.record(receipt)
            try store.save()
        }
        try Connection(path: stores.delivery, mode: .readWrite).execute("UPDATE device SET name = 'fox-1'")
        #expect(try stores.deliveryStore().mended?.counts.recovered == 1)
        #expect(try stores.lookAtDelivery().deadLetters(limit: 9).map(\.fix) == [stored(0, id: 1)])
    }

    @Test func databaseOfAnotherProgramIsNamedAndLeftAlone() throws {
        for path in [stores.outbox, stores.delivery] {
            try Connection(path: path, mode: .create).execute("CREATE TABLE fix (a); CREATE TABLE photo (b)")
        }
        let before = try contents(stores.outbox)
        for setting in ["outbox.path", "delivery.path"] {
            do {
                if setting == "outbox.path" { _ = try stores.writer() } else { _ = try stores.deliveryStore() }
                Issue.record("somebody else's database was taken")
            } catch let error as OutboxError {
                #expect(error.description.contains("fix, photo") && error.description.contains(setting))
            }
        }
        #expect(try contents(stores.outbox) == before)
        // What waypost's two settings name must not be the same file either.
        try replace(stores.outbox, with: Data())
        try stores.writer().commit([fix(0)], received(1))
        #expect(throws: OutboxError.self) { try DeliveryStore(path: stores.outbox, now: noon) }
        #expect(try stores.look().fixes(after: 0, limit: 9).count == 1)
    }

    /// The mark is lost, or the very name of the format: it is ours all the same.
    @Test(arguments: [68, 0]) func headerThatIsDamagedIsNoReasonToRefuse(_ offset: Int) throws {
        try makeOutbox()
        var data = try contents(stores.outbox)
        for index in offset..<offset + 4 { data[index] ^= 0x11 }
        try replace(stores.outbox, with: data)
        let report = try #require(try stores.writer().salvage)
        #expect(report.counts.recovered >= (offset == 68 ? 300 : 0))
    }

    @Test func textInThePlaceOfADatabaseIsMovedAside() throws {
        try Data("not a database, but a text that is long enough to be one".utf8)
            .write(to: URL(fileURLWithPath: stores.outbox))
        let writer = try stores.writer()
        #expect(writer.salvage?.counts.recovered == 0)
        #expect(try writer.commit([fix(0)], received(1)) == 1)
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
