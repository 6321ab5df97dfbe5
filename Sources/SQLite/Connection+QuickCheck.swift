import CSQLite
import Glibc

extension Connection {
    /// Runs `PRAGMA quick_check`, which reads the whole file, for about `budget` milliseconds at most
    /// (https://www.sqlite.org/pragma.html#pragma_quick_check).
    ///
    /// Damage that keeps SQLite from checking at all is a finding, not an error.
    public func quickCheck(budget: Int64 = .max) throws(SQLiteError) -> QuickCheck {
        try interrupting(after: budget) { () throws(SQLiteError) in
            do throws(SQLiteError) {
                let findings = try quickCheckFindings()
                return findings.isEmpty ? .sound : .damaged(findings)
            } catch {
                switch error.code {
                case .corrupt, .notADatabase: return .damaged([error.message])
                case .interrupted: return .unfinished
                default: throw error
                }
            }
        }
    }

    private func quickCheckFindings() throws(SQLiteError) -> [String] {
        let statement = try prepare("PRAGMA quick_check(20)")
        var findings: [String] = []
        while try statement.step() {
            let finding = statement.text(0) ?? ""
            if finding != "ok" { findings.append(finding) }
        }
        return findings
    }

    /// Runs `body`; SQLite interrupts its statements after `budget` milliseconds.
    private func interrupting<Result>(
        after budget: Int64, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let deadline = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
        let (end, overflows) = Self.monotonicMilliseconds.addingReportingOverflow(budget)
        deadline.initialize(to: overflows ? .max : end)
        sqlite3_progress_handler(
            handle, 1000,
            { context in
                let deadline = context?.load(as: Int64.self) ?? .max
                return Connection.monotonicMilliseconds >= deadline ? 1 : 0
            }, deadline)
        defer {
            sqlite3_progress_handler(handle, 0, nil, nil)
            deadline.deallocate()
        }
        return try body()
    }

    private static var monotonicMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
