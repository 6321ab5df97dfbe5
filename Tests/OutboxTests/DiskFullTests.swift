import Foundation
import Outbox
import Positioning
import TestSupport
import Testing

@Suite struct DiskFullTests {
    let stores = Stores()

    static let canMount = (try? output(of: ["unshare", "-rm", "true"])) == ""

    @Test(.enabled(if: canMount, "needs unshare -rm, to mount a small disk"))
    func fullDiskIsSaidAndNothingIsLostWhenRoomComesBack() throws {
        let script = """
            mount -t tmpfs -o size=2m tmpfs "$1" || exit
            head -c 1000000 /dev/zero > "$1/ballast"
            "$2" fill "$1/outbox.db"
            "$2" look "$1/outbox.db"
            rm "$1/ballast"
            "$2" fill "$1/outbox.db" 
            "$2" look "$1/outbox.db"
            """
        let lines = try output(of: ["unshare", "-rm", "sh", "-c", script, "sh", stores.directory.path, childPath])
            .split(separator: "\n")
        #expect(lines.count == 4, "\(lines)")
        #expect(lines.first == "full")
        #expect(lines.dropFirst(2).first == "full")
        let counts = lines.map { line in line.split(separator: " ").compactMap { Int($0) } }.filter { $0.count == 2 }
        #expect(counts.allSatisfy { $0[0] == $0[1] && $0[0] > 100 })
        #expect(counts.count == 2 && counts[1][0] > counts[0][0])
    }

    /// From the smallest size that the settings allow: the WAL's share of it must not make it full while it is empty.
    @Test(arguments: [1, 3] as [Int64]) func capIsBelowMaxSizeAndSheddingMakesRoom(megabytes: Int64) throws {
        var limits = OutboxLimits()
        limits.maxSize = megabytes << 20
        let writer = try stores.writer(limits: limits)
        try writer.commit([fix(-30)], received(1))
        #expect(try writer.makeRoom() == .nothing)
        var second: Int64 = 0
        /// Back and forth over a kilometre: no fix that the track could do without.
        func batch() -> [Fix] {
            defer { second += 1500 }
            return (0..<50 as Range<Int64>).map { step in
                var fix = fix(second + step * 30)
                fix.coordinate?.latitude = step % 2 == 0 ? 48 : 48.01
                return fix
            }
        }
        func fill() throws {
            while true { try writer.commit(batch(), received(50)) }
        }
        do {
            try fill()
        } catch OutboxError.full {
        }
        let files = ["outbox.db", "outbox.db-wal"].map { size(stores.directory.file($0)) }
        #expect(files.reduce(0, +) <= Int(limits.maxSize))
        let kept = writer.counters.kept
        #expect(kept > 5000)
        var shed = 0
        while case let step = try writer.makeRoom(), step != .nothing { shed += step.count }
        #expect(shed > 500 && shed < Int(kept) / 2)
        #expect(writer.counters.shed == ["size": Int64(shed)])
        try writer.commit(batch(), received(50))
        let rows = try stores.look().fixes(after: 0, limit: .max)
        #expect(rows.first?.id == Int64(shed) + 1)
        #expect(writer.counters.addUp(pending: rows.count))
    }
}

func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
}
