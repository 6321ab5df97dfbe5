import Foundation
import Positioning
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
        try OutboxSalvage(from: stores.outbox, deviceID: "box-1")
    }

    /// Rows behind the damage are found from the end; inserted in that order they would leave each page half empty.
    @Test func aSalvagedFileIsNoLargerThanItWas() throws {
        try makeDamagedOutbox(20_000)
        let before = size(stores.outbox)
        let report = try #require(try stores.writer().salvage)
        #expect(report.recovered >= 19_980 && report.lost <= 20)
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
        let report = try salvage.run(.pending, into: target, pages: pages)
        #expect(report.recovered == 1000 && report.lost == 0 && report.leftBehind == 0)
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
        let report = try salvage.run(extent, into: target, pages: pages)
        #expect(report.recovered > 2000 && report.leftBehind > 4000 && report.lost < 20)
        #expect(report.recovered + report.leftBehind + report.lost == 8000)
        try FileManager.default.removeItem(atPath: stores.outbox)
        try FileManager.default.moveItem(atPath: target, toPath: stores.outbox)
        let rows = try stores.look().fixes(after: 0, limit: .max)
        #expect(rows.last?.id == 8000 && rows.first?.id == 8001 - report.recovered)
        let counters = try stores.writer().counters
        #expect(counters.shed == ["size": report.leftBehind, "damage": report.lost])
        #expect(counters.addUp(pending: rows.count))
    }

    @Test func anOutboxOfAFewRowsIsNotWorthTheRoomThatIsLeft() throws {
        try makeDamagedOutbox(400)
        var salvage = try salvage()
        let target = stores.directory.file("new")
        #expect(throws: (any Error).self) { try salvage.run(.all, into: target, pages: 12) }
        #expect(salvage.less(than: .all) == nil)
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
