import Outbox
import Positioning
import SQLite
import TestSupport
import Testing

@Suite struct OutboxReaderTests {
    let stores = Stores()

    @Test func exportPagesThroughASpanOfTime() throws {
        try stores.writer().commit((0..<100).map { fix($0 * 30) }, received(100))
        let span = noon.advanced(by: 300_000)...noon.advanced(by: 2_400_000)
        var ids: [Int64] = []
        while true {
            let page = try stores.look().fixes(in: span, after: ids.last ?? 0, limit: 7)
            guard !page.isEmpty else { break }
            ids += page.map(\.id)
        }
        #expect(ids == Array(11...81))
    }

    @Test func lookStaysWithOneStateWhileTheWriterGoesOn() throws {
        let writer = try stores.writer()
        try writer.commit([fix(0)], received(1))
        let reader = try stores.look()
        try writer.commit([fix(30)], received(1))
        #expect(try reader.fixes(after: 0, limit: 9).count == 1)
        #expect(reader.header.counters.kept == 1)
        #expect(try stores.look().fixes(after: 0, limit: 9).count == 2)
    }

    @Test func rowThatIsNotWhatWasStoredIsPassedOverAndCounted() throws {
        let writer = try stores.writer()
        try writer.commit((0..<3).map { fix($0 * 30) }, received(3))
        try Connection(path: stores.outbox, mode: .readWrite).execute(
            "UPDATE fix SET latitude = latitude + 1 WHERE id = 2")
        #expect(try stores.look().fixes(after: 0, limit: 9).map(\.id) == [1, 3])
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        var receipt = Receipt()
        receipt.delivered = try stores.look().fixes(after: 0, limit: 9)
        store.record(receipt)
        try store.save()
        try store.adopt(stores.look())
        #expect(store.lowWater == 3)
        store.record(Receipt())
        try store.save()
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        #expect(writer.counters.delivered == 2)
        #expect(writer.counters.shed == ["damage": 1])
        #expect(writer.counters.addUp(pending: 0))
    }

    @Test func pendingIsWhatNobodySettled() throws {
        let writer = try stores.writer()
        #expect(try stores.look().pending().count == 0)
        #expect(try stores.look().pending().oldest == nil)
        try writer.commit((0..<5).map { fix($0 * 30) }, received(5))
        let summary = try stores.look().pending(resolved: IDRanges([1...2, 4...4]))
        #expect(summary.count == 2)
        #expect(summary.oldest == noon.advanced(by: 60_000))
        #expect(try stores.look().pending(resolved: IDRanges([1...5])).oldest == nil)
    }
}
