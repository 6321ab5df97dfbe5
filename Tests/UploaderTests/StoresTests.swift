import Delivery
import Foundation
import Positioning
import Runtime
import SQLite
import TestSupport
import Testing

@testable import Outbox
@testable import Uploader

@Suite struct StoresTests {
    private let directory = TemporaryDirectory()
    private var outbox: String { directory.file("outbox.db") }
    private var delivery: String { directory.file("delivery.db") }

    /// Puts the outbox of `box` where the stores look for it.
    private func install(_ box: Box) throws {
        try? FileManager.default.removeItem(atPath: outbox)
        try FileManager.default.createSymbolicLink(atPath: outbox, withDestinationPath: box.outboxPath)
    }

    private func stores(
        mended: @escaping (SalvageReport) -> Void = { _ in }, signOfLife: @escaping () -> Void = {}
    ) throws -> Stores {
        try Stores(
            outboxPath: outbox, deliveryPath: delivery, stopsAtFirstLook: false, clock: Runtime.SystemClock(),
            mended: mended, signOfLife: signOfLife, now: { Box.start })
    }

    private func pending(_ stores: Stores) throws -> [StoredFix] {
        try stores.pending(after: .min, through: .max, limit: 10, excluding: IDRanges())
    }

    @Test func whatWasReadOfAnOutboxThatIsGoneIsNotHandedOut() throws {
        let (old, new) = (try Box(fixes: 30), try Box(fixes: 30, deviceID: "van-2"))
        try install(old)
        let stores = try stores()
        #expect(try pending(stores).first?.deviceID == "truck-17")
        try install(new)
        #expect(throws: StorageFailure.replaced) {
            try stores.newestPending(limit: 10, excluding: IDRanges())
        }
        #expect(try pending(stores).map(\.deviceID) == Array(repeating: "van-2", count: 10))
    }

    @Test func anOutboxThatCannotBeNotedDownIsAnotherOneAlsoTheNextTime() throws {
        let (old, new) = (try Box(fixes: 30), try Box(fixes: 30, deviceID: "van-2"))
        try install(old)
        let stores = try stores()
        #expect(try pending(stores).first?.deviceID == "truck-17")
        try install(new)
        try FileManager.default.removeItem(atPath: delivery)
        #expect(throws: StorageFailure.self) { try stores.newestPending(limit: 10, excluding: IDRanges()) }
        // The fixes in hand belong to the old one: whoever has them has to hear of it.
        #expect(throws: StorageFailure.replaced) { try stores.newestPending(limit: 10, excluding: IDRanges()) }
        #expect(try pending(stores).first?.deviceID == "van-2")
    }

    /// The agent looks only a little ahead of what is settled: whatever can be delivered must be, or it never sees the page.
    @Test func whatLiesBeforeADamagedPageGoes() throws {
        let box = try Box(fixes: 900)
        try install(box)
        try Connection(path: box.outboxPath, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let size = try #require(try FileManager.default.attributesOfItem(atPath: box.outboxPath)[.size] as? Int)
        try damage(box.outboxPath, at: size / 1024 / 3 * 1024, count: 1024)
        let stores = try stores()
        var delivered = 0
        while let found = try? pending(stores), !found.isEmpty {
            var settlement = Settlement()
            settlement.delivered = found
            stores.settle(settlement)
            delivered += found.count
        }
        #expect((200...600).contains(delivered))
        #expect(throws: StorageFailure.self) { try pending(stores) }
    }

    @Test func aFileThatIsRemovedInUseIsMadeAnewWithAllThatWasSettled() throws {
        let box = try Box(fixes: 30)
        try install(box)
        let stores = try stores()
        for round in 0..<3 {
            var settlement = Settlement()
            settlement.delivered = try pending(stores)
            stores.settle(settlement)
            if round == 1 {
                for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: delivery + suffix) }
                #expect(throws: StorageFailure.self) { try stores.commit() }
            }
            try stores.commit()
        }
        let reader = try DeliveryReader(path: delivery)
        #expect(reader.counters.delivered == 30)
        #expect(reader.header?.lowWater == 30)
    }

    @Test func aFileThatCannotBeOpenedAtTheStartIsKnownWhenItCan() throws {
        let box = try Box(fixes: 30)
        try install(box)
        do {
            let stores = try stores()
            var settlement = Settlement()
            settlement.delivered = try pending(stores)
            stores.settle(settlement)
            try stores.commit()
        }
        let files = FileManager.default
        try files.moveItem(atPath: delivery, toPath: delivery + ".away")
        try files.createDirectory(atPath: delivery, withIntermediateDirectories: false)
        let stores = try stores()
        #expect(!stores.delivery.isKnown)
        #expect(throws: OutboxError.self) { try stores.open() }
        #expect(throws: OutboxError.self) { try stores.delivery.backOff() }
        try files.removeItem(atPath: delivery)
        try files.moveItem(atPath: delivery + ".away", toPath: delivery)
        #expect(try stores.open() == nil)
        #expect(stores.delivery.counters.delivered == 10)
        #expect(try pending(stores).first?.id == 11, "what was delivered before does not go again")
    }

    @Test func aFileThatIsDamagedAtTheStartIsReported() throws {
        try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: delivery))
        var mended: [SalvageReport] = []
        let stores = try stores(mended: { mended.append($0) })
        #expect(mended.map(\.path) == [delivery])
        #expect(try stores.open() == nil)
        #expect(mended.count == 1)
    }

    @Test func damageThatOnlyTheReadingOfTheBackOffFindsIsMended() throws {
        let backOff = StoredBackOff(bootID: "0f2c", until: BootTime(milliseconds: 12_345), delay: 900_000, failures: 4)
        try DeliveryStore(path: delivery, now: Box.start).setBackOff(backOff)
        var mended: [SalvageReport] = []
        let stores = try stores(mended: { mended.append($0) })
        #expect(try stores.open() == backOff)
        // What the check at the opening has read is forgotten, as in a file that is larger than the cache.
        var data = try Data(contentsOf: URL(fileURLWithPath: delivery))
        let note = try #require(data.range(of: Data("back-off".utf8)))
        let page = note.lowerBound / 1024 * 1024
        data.replaceSubrange(page..<page + 1024, with: Data(repeating: 0xa5, count: 1024))
        let file = try #require(FileHandle(forUpdatingAtPath: delivery))
        try file.write(contentsOf: data)
        try stores.delivery.connection.execute("PRAGMA shrink_memory")
        do throws(OutboxError) {
            _ = try stores.open()
            Issue.record("a back-off that cannot be read is no damage")
        } catch {
            switch error {
            case .damaged: break
            default: Issue.record(error)
            }
        }
        #expect(try stores.open() == nil)
        #expect(mended.count == 1)
    }

    @Test func aDeadLetterThatHasTheNumberOfADeliveredOneNowStays() throws {
        let box = try Box(fixes: 3)
        try box.refuseAll()
        let stores = try Stores(
            outboxPath: box.outboxPath, deliveryPath: box.deliveryPath, stopsAtFirstLook: false,
            clock: Runtime.SystemClock(), mended: { _ in }, now: { Box.start })
        let letters = try stores.letters.fixes(of: [2, 3])
        var other = Settlement()
        other.delivered = [StoredFix(id: -2, deviceID: letters[1].deviceID, fix: letters[1].fix)]
        stores.settle(other)
        try stores.commit()
        #expect(try stores.letters.numbers() == [1, 2, 3])
        var its = Settlement()
        its.delivered = [letters[0]]
        stores.settle(its)
        try stores.commit()
        #expect(try stores.letters.numbers() == [1, 3])
    }

    @Test func aFileThatIsDamagedInUseIsMendedWithAllThatWasSettled() throws {
        let box = try Box(fixes: 30)
        try install(box)
        var signs = 0
        var mended: [SalvageReport] = []
        let stores = try stores(mended: { mended.append($0) }, signOfLife: { signs += 1 })
        for round in 0..<3 {
            var settlement = Settlement()
            settlement.delivered = try pending(stores)
            stores.settle(settlement)
            if round == 1 {
                // Everything behind the head of the file, and the WAL that still has it.
                let size = try #require(try FileManager.default.attributesOfItem(atPath: delivery)[.size] as? Int)
                try damage(delivery, at: 100, count: size - 100)
                stores.delivery.failure = .damaged(path: delivery, findings: ["a page"])
            }
            try stores.commit()
        }
        #expect(mended.count == 1)
        #expect(signs > 0, "who looks whether the uploader lives has to hear of it")
        let reader = try DeliveryReader(path: delivery)
        #expect(reader.counters.delivered == 30)
        #expect(reader.header?.lowWater == 30)
    }
}
