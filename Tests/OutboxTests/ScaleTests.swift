import Foundation
import Outbox
import Positioning
import TestSupport
import Testing

/// The backlog of weeks costs no more per fix than that of an hour.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["WAYPOST_LONG"] != nil, "set WAYPOST_LONG to run"))
struct ScaleTests {
    let stores = Stores()

    @Test(.timeLimit(.minutes(15)))
    func millionRowsCostNoMorePerFixThanAThousand() throws {
        let writer = try stores.writer()
        var second: Int64 = 0
        func append(_ count: Int, groups: Int) throws {
            for _ in 0..<groups {
                try writer.commit((0..<Int64(count)).map { fix(second + $0) }, received(count))
                second += Int64(count)
            }
        }
        /// Milliseconds of a commit of one fix, and microseconds for a row of a batch in a look: the 30th fastest of
        /// 300, for the machine has other work.
        func costs() throws -> (insert: Double, scan: Double) {
            let inserts = try (0..<300).map { _ in try milliseconds { try append(1, groups: 1) } }
            let scans = try (0..<300).map { _ in
                let after = Int64.random(in: 0..<(writer.nextID - 20))
                return try milliseconds { _ = try stores.look().fixes(after: after, limit: 10) }
            }
            return (inserts.sorted()[30], scans.sorted()[30] * 100)
        }
        try append(500, groups: 2)
        let few = try costs()
        try append(500, groups: 2000)
        let many = try costs()
        print(
            "insert \(few.insert) -> \(many.insert) ms, scan \(few.scan) -> \(many.scan) us a row, "
                + "\(size(stores.outbox) / Int(writer.nextID - 1)) bytes a row")
        #expect(many.insert < few.insert * 1.2)
        #expect(many.scan < few.scan * 1.2)
        let count = try milliseconds { _ = try stores.look().pending() }
        #expect(count < 100)
    }

    private func milliseconds(_ body: () throws -> Void) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }
}
