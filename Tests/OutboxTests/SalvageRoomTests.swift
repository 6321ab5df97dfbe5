import Foundation
import Positioning
import SQLite
import TestSupport
import Testing

@testable import Outbox

/// Where a salvage goes on a disk that is not large, and what becomes of the damaged files.
@Suite struct SalvageRoomTests {
    let stores = Stores()

    /// An outbox of `count` fixes with one bad page an eighth from its beginning, of which `delivered` are settled.
    private func makeDamagedOutbox(_ count: Int64, delivered: Int = 0) throws {
        do {
            let writer = try stores.writer()
            for first in stride(from: 0, to: count, by: 500) {
                try writer.commit((first..<min(first + 500, count)).map { fix($0 * 30) }, received(500))
            }
            if delivered > 0 {
                let store = try stores.deliveryStore()
                try store.adopt(stores.look())
                var receipt = Receipt()
                receipt.delivered = try stores.look().fixes(after: 0, limit: delivered)
                store.record(receipt)
                try store.save()
                _ = try writer.acknowledge(stores.lookAtDelivery())
            }
        }
        var data = try contents(stores.outbox)
        let page = data.count / 1024 / 8
        for offset in page * 1024..<page * 1024 + 900 { data[offset] = 0x5A }
        try replace(stores.outbox, with: data)
    }

    private func salvage() throws -> OutboxSalvage {
        try OutboxSalvage(from: stores.outbox, deviceID: "box-1", signOfLife: {})
    }

    /// Rows behind the damage are found from the end; inserted in that order they would leave each page half empty.
    @Test func aSalvagedFileIsNoLargerThanItWas() throws {
        try makeDamagedOutbox(20_000)
        let before = size(stores.outbox)
        let report = try #require(try stores.writer().salvage)
        #expect(report.counts.recovered >= 19_980 && report.counts.lost <= 20)
        #expect(size(stores.outbox) <= before + before / 20)
    }

    @Test func whereTheDeliveredHaveNoRoomThePendingAreTakenOver() throws {
        try makeDamagedOutbox(4000, delivered: 3000)
        var salvage = try salvage()
        let pages = Int64(size(stores.outbox) / 1024 / 2)
        let target = stores.directory.file("new")
        #expect(throws: (any Error).self) { try salvage.run(.all, into: target, pages: pages) }
        #expect(salvage.less(than: .all) == .pending)
        try FileManager.default.removeItem(atPath: target)
        let counts = try salvage.run(.pending, into: target, pages: pages)
        #expect(counts == SalvageCounts(recovered: 1000, lost: 0, beganAnew: false, leftBehind: 0))
    }

    /// As an outbox that is full drops its oldest; each one is counted.
    @Test func whereThePendingHaveNoRoomTheNewestAreTakenOverAndTheOthersCounted() throws {
        try makeDamagedOutbox(8000)
        let target = stores.directory.file("new")
        let pages = Int64(size(stores.outbox) / 1024 / 3)
        var salvage = try salvage()
        #expect(throws: (any Error).self) { try salvage.run(.all, into: target, pages: pages) }
        let extent = try #require(salvage.less(than: .all))
        try FileManager.default.removeItem(atPath: target)
        let counts = try salvage.run(extent, into: target, pages: pages)
        #expect(counts.recovered > 2000 && counts.leftBehind > 4000 && counts.lost < 20)
        #expect(counts.recovered + counts.leftBehind + counts.lost == 8000)
        try FileManager.default.removeItem(atPath: stores.outbox)
        try FileManager.default.moveItem(atPath: target, toPath: stores.outbox)
        let rows = try stores.look().fixes(after: 0, limit: .max)
        #expect(rows.last?.id == 8000 && rows.first?.id == 8001 - counts.recovered)
        let counters = try stores.writer().counters
        #expect(counters.shed == ["size": counts.leftBehind, "damage": counts.lost])
        #expect(counters.addUp(pending: rows.count))
    }

    @Test func anOutboxOfAFewRowsIsNotWorthTheRoomThatIsLeft() throws {
        try makeDamagedOutbox(400)
        var salvage = try salvage()
        let target = stores.directory.file("new")
        #expect(throws: (any Error).self) { try salvage.run(.all, into: target, pages: 12) }
        #expect(salvage.less(than: .all) == nil)
    }

    /// A start that takes long is to look alive, and to read a damaged card costs time: the pending rows are looked for
    /// once.
    @Test func aSalvageGivesASignOfLifeEveryFewThousandRows() throws {
        try makeDamagedOutbox(20_000)
        var signs = 0
        var salvage = try OutboxSalvage(from: stores.outbox, deviceID: "box-1") { signs += 1 }
        func run(_ extent: OutboxSalvage.Extent) throws -> Int {
            let before = signs
            let target = stores.directory.file("new")
            _ = try salvage.run(extent, into: target, pages: 1 << 20)
            try FileManager.default.removeItem(atPath: target)
            return signs - before
        }
        let rows = 20_000 / Int(HoledRows.signEvery)
        #expect(try run(.all) >= 2 * rows)
        let first = try run(.newest(15_000))
        let second = try run(.newest(15_000))
        #expect(first >= second + rows && second >= 15_000 / Int(HoledRows.signEvery))
    }

    /// One that can only be walked through from its beginning: the others are taken over all the same.
    @Test func aPartWhoseNewestRowsCannotBeCountedIsLeftOut() throws {
        try makeDamagedOutbox(4000)
        let connection = try Connection(path: stores.outbox, mode: .readOnly)
        let rows = try HoledRows(connection, of: "fix", FixRow.columns, key: ("id", 0)) {}
        let parts = [HoledRows.Part(ids: 1...3999, rows: 3999), HoledRows.Part(ids: 4000...4000, rows: 1)]
        #expect(rows.newest(3900, of: parts).map(\.ids) == [4000...4000])
        #expect(rows.newest(100, of: parts).map(\.ids) == [3901...3999, 4000...4000])
    }

    @Test func aFolderThatIsNamedLikeADamagedFileDoesNotKeepTheOthers() throws {
        let copies = DamagedCopies(of: stores.outbox)
        let file = stores.outbox + ".corrupt-1796000000"
        try FileManager.default.createDirectory(
            atPath: stores.outbox + ".corrupt-old", withIntermediateDirectories: false)
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(copies.removeOldest() == file)
        #expect(copies.removeOldest() == nil)
    }

    /// `corrupt-900` is of a box that began in 1970, and the first to go by its name; but what was moved aside now stays.
    @Test(arguments: [1_796_040_000, 1000] as [Int64])
    func damagedFilesAreKeptByTheirAgeAndNotTheirSpelling(_ now: Int64) throws {
        let copies = ["900", "1796000000", "1796000000+", "1796000001"].map { "outbox.db.corrupt-" + $0 }
        for name in copies { try Data().write(to: URL(fileURLWithPath: stores.directory.file(name))) }
        try makeDamagedOutbox(600)
        let writer = try OutboxWriter(
            path: stores.outbox, deviceID: "box-1", limits: OutboxLimits(), now: UTCTime(seconds: now))
        let moved = try #require(writer.salvage?.movedTo)
        let left = try FileManager.default.contentsOfDirectory(atPath: stores.directory.path)
            .filter { $0.contains("corrupt") && !$0.hasSuffix("-wal") }
        #expect(Set(left) == [copies[2], copies[3], "outbox.db.corrupt-\(now)"])
        #expect(FileManager.default.fileExists(atPath: moved))
    }
}
