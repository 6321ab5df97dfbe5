import Foundation
import Outbox
import Positioning
import TestSupport
import Testing

/// An outbox that is full gives up what its track can do without before it drops anything.
@Suite struct ThinningTests {
    let stores = Stores()

    /// A drive with bends and noise, a fix a second.
    func drive(_ seconds: Range<Int>, seed: UInt64 = 1) -> [Fix] {
        var random = SplitMix(seed: seed)
        var (course, east, north) = (0.0, 0.0, 0.0)
        return (0..<seconds.upperBound).map { second in
            course += Double.random(in: -0.15...0.15, using: &random)
            east += 14 * sin(course) + Double.random(in: -4...4, using: &random)
            north += 14 * cos(course) + Double.random(in: -4...4, using: &random)
            var fix = fix(Int64(second))
            fix.coordinate = Coordinate(latitude: 47 + north / 111_195, longitude: 8 + east / 75_800)
            return fix
        }.suffix(seconds.count)
    }

    /// As `drive`, kept.
    func fill(_ writer: OutboxWriter, _ fixes: [Fix]) throws {
        for start in stride(from: 0, to: fixes.count, by: 250) {
            let batch = Array(fixes[start..<min(start + 250, fixes.count)])
            try writer.commit(batch, received(batch.count))
        }
    }

    func rows() throws -> [StoredFix] { try stores.look().fixes(after: 0, limit: .max) }

    @Test func theWholeTrackIsThinnedThreeTimesWithinItsBoundBeforeAnythingIsDropped() throws {
        let writer = try stores.writer()
        let fixes = drive(0..<4000)
        try fill(writer, fixes)
        var bounds: [Double] = []
        var left = rows
        for bound in [20.0, 40, 80] {
            let before = try left().count
            var steps = 0
            // A level is over when the next one begins at the oldest fix again.
            while try ledger("thinned.\(Int(bound))") < ceiling(bound),
                case .thinned = try writer.makeRoom(isUrgent: true)
            {
                steps += 1
                #expect(try writer.counters.addUp(pending: left().count))
            }
            let worst = try worstError(of: fixes, kept: left().map(\.fix))
            #expect(worst <= bound && worst > bound / 4, "\(worst) m at \(bound) m")
            let thinned = before - 499
            #expect(try left().count - 499 < thinned * 9 / 10 && steps > 0)
            bounds.append(worst)
        }
        #expect(bounds == bounds.sorted())
        #expect(writer.counters.shed.keys.sorted() == ["thinned"])
        #expect(try rows().first?.fix.sampleTime == fixes[0].sampleTime)
        #expect(try rows().suffix(499).map(\.fix.sampleTime) == fixes.suffix(499).map(\.sampleTime))
        left = rows
        guard case .dropped(let count) = try writer.makeRoom(isUrgent: true) else {
            Issue.record("nothing was left to thin, and nothing was dropped")
            return
        }
        #expect(writer.counters.shed["size"] == Int64(count))
        #expect(try writer.counters.addUp(pending: rows().count))
    }

    /// Up to where `bound` can go: what the level before has done; of the first level all but the last part of a batch.
    func ceiling(_ bound: Double) throws -> Int64 {
        bound == 20 ? 3500 : try ledger("thinned.\(Int(bound) / 2)")
    }

    func ledger(_ name: String) throws -> Int64 {
        try stores.ledger()[name] ?? 0
    }

    @Test func aRestartGoesOnWhereThinningWas() throws {
        do {
            let writer = try stores.writer()
            try fill(writer, drive(0..<1600))
            for _ in 0..<3 { try writer.makeRoom(isUrgent: true) }
        }
        #expect(try ledger("thinned.20") >= 1500)
        let before = try rows()
        let writer = try stores.writer()
        guard case .thinned(let count) = try writer.makeRoom(isUrgent: true) else {
            Issue.record("it thins at the next level")
            return
        }
        #expect(count > 0 && count < 450)
        #expect(try ledger("thinned.40") > 0)
        #expect(try rows().count == before.count - count)
    }

    @Test func settledFixesOtherDevicesAndTimesThatWentBackAreEndsOfARun() throws {
        func straight(_ seconds: Range<Int64>) -> [Fix] { seconds.map { fix($0) } }
        try stores.writer(device: "box-0").commit(straight(0..<200), received(200))
        let writer = try stores.writer()
        try writer.commit(straight(86_400..<86_600), received(200))
        // The receiver takes its time back.
        try writer.commit(straight(1000..<1200), received(200))
        let settled = IDRanges([450...451])
        #expect(try writer.makeRoom(resolved: settled, isUrgent: true) == .thinned(501 - 8))
        #expect(try rows().prefix(9).map(\.id) == [1, 200, 201, 400, 401, 450, 451, 501, 502])
        #expect(try writer.counters.addUp(pending: rows().count))
    }

    @Test func aFixThatIsUnderWayWhenItIsShedIsCountedOnce() throws {
        let writer = try stores.writer()
        try writer.commit((0..<600).map { fix($0) }, received(600))
        let store = try stores.deliveryStore()
        try store.adopt(stores.look())
        let underWay = try stores.look().fixes(after: 0, limit: 10)
        #expect(try writer.makeRoom(isUrgent: true) == .thinned(499))
        var receipt = Receipt()
        receipt.delivered = Array(underWay[..<8])
        receipt.dead = underWay[8...].map {
            DeadLetter(fix: $0, generation: writer.generation, code: "x", message: "y", refused: nil)
        }
        store.record(receipt)
        try store.adopt(stores.look())
        try store.save()
        #expect(store.lowWater == 500)
        #expect(try writer.acknowledge(stores.lookAtDelivery()) == .advanced(more: false))
        #expect(writer.counters.delivered == 1 && writer.counters.dead == 0)
        #expect(try writer.counters.addUp(pending: rows().filter { $0.id > writer.lowWater }.count))
    }

    @Test func sheddingBeginsAboveNineTenthsAndStopsBelow() throws {
        var limits = OutboxLimits()
        limits.maxSize = 1 << 20
        let writer = try stores.writer(limits: limits)
        let fixes = drive(0..<12_000)
        var kept = 0
        while try writer.makeRoom() == .nothing {
            let batch = Array(fixes[kept..<kept + 100])
            try writer.commit(batch, received(100))
            kept += 100
        }
        #expect(try writer.bytesInUse() > limits.maxSize / 10 * 8)
        while try writer.makeRoom() != .nothing {}
        #expect(try writer.bytesInUse() <= limits.maxSize / 10 * 9)
        #expect(writer.counters.shed.keys.sorted() == ["thinned"])
    }
}
