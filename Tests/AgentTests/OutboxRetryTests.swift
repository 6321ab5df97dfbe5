import Outbox
import SQLite
import Testing

@testable import Agent

@Suite struct OutboxRetryTests {
    private static func error(_ code: ResultCode) -> SQLiteError {
        SQLiteError(code: code, message: "no", activity: "write", path: "outbox.db")
    }

    /// Each error, the seconds before the first attempt and at most, and with what connection it is made.
    private static let table: [(error: OutboxError, seconds: [Int64], connection: OutboxRetry.Connection)] = [
        (.notReady(error(.busy)), [1, 60], .opened),
        (.newerSchema(path: "outbox.db", version: 9, known: 2), [1, 60], .opened),
        (.damaged(path: "outbox.db", findings: []), [1, 60], .mended),
        (.foreign(path: "outbox.db", tables: [], setting: "outbox.path"), [1, 60], .opened),
        (.removed(path: "outbox.db"), [1, 60], .opened),
        (.inUse(path: "outbox.db"), [1, 60], .opened),
        (.full(error(.full)), [1, 10], .kept),
        (.noRoomToSalvage(path: "outbox.db"), [60, 600], .kept),
        (.unwritable(error(.ioError)), [1, 60], .opened),
        (.unwritable(error(.busy)), [1, 10], .kept),
        (.other(error(.error)), [1, 60], .opened),
    ]

    @Test func eachErrorHasItsWaitAndItsConnection() {
        for row in Self.table {
            let retry = OutboxRetry(after: row.error)
            let delays = [retry.delays.lowerBound, retry.delays.upperBound]
            #expect(delays == row.seconds.map { $0 * 1000 }, "\(row.error)")
            #expect(retry.connection == row.connection, "\(row.error)")
        }
    }

    @Test func waitsDoubleUpToTheirBoundWhateverTheErrorBefore() {
        let retry = OutboxRetry(after: .full(Self.error(.full)))
        #expect([nil, 1000, 4000, 8000, 60_000].map(retry.delay) == [1000, 2000, 8000, 10_000, 10_000])
        let seldom = OutboxRetry(after: .noRoomToSalvage(path: "outbox.db"))
        #expect([nil, 1000, 400_000].map(seldom.delay) == [60_000, 60_000, 600_000])
    }
}
