import Configuration
import Foundation
import Positioning
import Runtime
import SQLite
import TestSupport
import Testing

@testable import Delivery
@testable import Outbox
@testable import Uploader

/// The uploader's own file that goes bad while the uploader runs.
@Suite struct UploaderFileTests {
    /// As seldom as the whole file is read.
    private static let period: Int64 = 300_000

    private let box: Box
    private let clock = ManualClock()
    private let outage = StoredBackOff(bootID: "0f2c", until: BootTime(milliseconds: 9), delay: 1000, failures: 1)

    init() throws {
        box = try Box(fixes: 30)
    }

    private func stores(mended: @escaping (SalvageReport) -> Void = { _ in }) throws -> Stores {
        try Stores(
            outboxPath: box.outboxPath, deliveryPath: box.deliveryPath, stopsAtFirstLook: false, clock: clock,
            mended: mended, now: { Box.start })
    }

    private func pending(_ stores: Stores) throws -> [StoredFix] {
        try stores.newestPending(limit: 40, excluding: IDRanges())
    }

    /// The tracker takes fixes 1 to 5 and 8 to 10, and refuses 11 to 13.
    private func answer(_ stores: Stores) throws {
        let fixes = try pending(stores)
        var settlement = Settlement()
        settlement.delivered = Array(fixes[..<5] + fixes[7..<10])
        settlement.dead = fixes[10..<13].map { Settlement.DeadLetter(fix: $0, code: "ValidationError", message: "no") }
        stores.settle(settlement)
        try stores.commit()
    }

    private let settled: [ClosedRange<Int64>] = [1...5, 8...13]

    /// Damages the root page of `table` on the disk; what `store` remembers of it stays.
    private func damage(_ table: String, under store: DeliveryStore) throws {
        try store.connection.checkpoint()
        try damageRoot(of: table, in: box.deliveryPath)
    }

    /// Else the agent could copy no acknowledgement any more, and the next process would send all of it again.
    @Test(arguments: ["dead_letter", "resolved", "ledger"])
    func damageThatNoCommitMeetsIsMendedWithinMinutesWithAllThatWasSettled(_ table: String) throws {
        var mended: [SalvageReport] = []
        do {
            let stores = try stores { mended.append($0) }
            try answer(stores)
            try damage(table, under: stores.delivery)
            #expect(throws: (any Error).self) {
                let reader = try DeliveryReader(path: box.deliveryPath)
                _ = try reader.resolved(in: stores.delivery.generation ?? .random())
                _ = try reader.deadLetterCount()
            }
            clock.advance(Self.period - 1)
            try stores.keep(outage)
            #expect(mended.isEmpty, "the whole file is not read at each commit")
            clock.advance(1)
            try stores.keep(nil)
            #expect(mended.map(\.path) == [box.deliveryPath])
            #expect(try box.resolved() == settled)
            #expect(try box.counters().delivered == 8)
            clock.advance(Self.period)
            try stores.keep(outage)
            #expect(mended.count == 1)
        }
        let next = try stores { mended.append($0) }
        #expect(mended.count == 1, "the next process finds a sound file")
        #expect(try pending(next).map(\.id) == [6, 7] + Array(14...30))
    }

    @Test func aSoundFileIsLeftAsItIs() throws {
        let stores = try stores { Issue.record("a sound file was taken for a damaged one: \($0)") }
        try stores.keep(outage)
        for _ in 0..<3 {
            clock.advance(Self.period)
            try stores.keep(nil)
            if stores.delivery.generation == nil { try answer(stores) }
            clock.advance(Self.period)
            try stores.keep(outage)
        }
        #expect(stores.delivery.failure == nil)
    }

    /// A lost write leaves a page as it was: whole, and vouched for by its own checksum.
    @Test func aLedgerThatIsOlderThanWhatWasWrittenIsDamage() throws {
        var mended = 0
        let stores = try stores { _ in mended += 1 }
        stores.delivery.countRequest(failed: false)
        try stores.commit()
        try stores.delivery.connection.checkpoint()
        let before = try Data(contentsOf: URL(fileURLWithPath: box.deliveryPath))
        stores.delivery.countRequest(failed: false)
        try stores.commit()
        try stores.delivery.connection.checkpoint()
        let file = try #require(FileHandle(forUpdatingAtPath: box.deliveryPath))
        // The first page has the number of the change.
        try file.seek(toOffset: 1024)
        try file.write(contentsOf: before.dropFirst(1024))
        try file.close()
        clock.advance(Self.period)
        try stores.keep(outage)
        #expect(mended == 1)
        #expect(try box.counters().requests == 2)
    }

    @Test func damageThatTheCountOfDeadLettersMeetsIsMended() throws {
        var mended = 0
        let stores = try stores { _ in mended += 1 }
        try answer(stores)
        #expect(stores.deadLetterCount == 3)
        try damage("dead_letter", under: stores.delivery)
        try stores.delivery.connection.execute("PRAGMA shrink_memory")
        #expect(stores.deadLetterCount == nil)
        _ = try pending(stores)
        #expect(mended == 1)
        #expect(stores.deadLetterCount == 0)
        #expect(try box.resolved() == settled)
    }

    /// Until the next answer, which may be long in coming, a power cut would send everything again.
    @Test func aFileThatALookMendsHasAllThatWasSettledAtOnce() throws {
        let stores = try stores()
        try answer(stores)
        stores.delivery.failure = .damaged(path: box.deliveryPath, findings: ["a page"])
        _ = try pending(stores)
        #expect(try box.resolved() == settled)
        #expect(try box.counters() == stores.delivery.counters)
    }

    @Test func aFileThatALookFindsRemovedHasAllThatWasSettledAtOnce() throws {
        let stores = try stores()
        try answer(stores)
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: box.deliveryPath + suffix) }
        stores.delivery.failure = .removed(path: box.deliveryPath)
        _ = try pending(stores)
        #expect(try box.resolved() == settled)
    }

    /// The file is in place again, and the next attempt to write it is up to a minute away.
    @Test func theLastSaveBeforeAStopDoesNotWaitAfterAFailure() throws {
        try box.refuseAll()
        let overrides = [
            "outbox.path=\(box.outboxPath)", "delivery.path=\(box.deliveryPath)", "device.id=box-1",
            "tracker.name=fleet", "tracker.endpoint=http://127.0.0.1:9", "credentials.source=environment",
            "runtime.agent-directory=\(box.directory.path)/agent",
            "runtime.uploader-directory=\(box.directory.path)/uploader",
        ]
        let source = SettingsSource(overrides: overrides, defaultFile: "/nonexistent/waypost.conf")
        let service = try UploaderService(source.load(UploaderSettings.self), from: source, isDraining: false)
        try box.record(2)
        let stores = service.stores
        var settlement = Settlement()
        settlement.delivered = try pending(stores) + stores.letters.fixes(of: [1, 2])
        stores.settle(settlement)
        let (files, directory) = (FileManager.default, box.directory.path + "/delivery")
        try files.moveItem(atPath: directory, toPath: directory + ".away")
        #expect(throws: StorageFailure.self) { try stores.commit() }
        #expect(throws: StorageFailure.self) { try stores.commit() }
        try files.moveItem(atPath: directory + ".away", toPath: directory)
        service.saveLast()
        #expect(try box.counters().delivered == 2)
        #expect(try box.deadLetterCount() == 28)
    }
}
