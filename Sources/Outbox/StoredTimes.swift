import Positioning
import SQLite

/// Keeps sample times unique without an index.
///
/// Rows ascend in time but where the receiver's time was re-anchored. Between `newest` and `ceiling` no row has a
/// sample time, so a fix in between is new; only outside of it the rows must be looked through.
struct StoredTimes {
    private var newest: Int64?
    private var ceiling: Int64 = .max

    /// Looks at the newest row, and at all rows only if an older one has a greater time.
    init(_ connection: Connection) throws(SQLiteError) {
        let select = try connection.prepare("SELECT time FROM fix ORDER BY id DESC LIMIT 1")
        guard try select.step() else { return }
        let time = select.integer(0)
        newest = time
        let greatest = try Ledger.read(connection)["greatest-time"] ?? .max
        if greatest > time { ceiling = .min }
    }

    /// True if no row has the sample time `time`.
    mutating func isNew(_ time: UTCTime, on connection: Connection) throws(SQLiteError) -> Bool {
        let milliseconds = time.milliseconds
        if milliseconds > newest ?? .min && milliseconds < ceiling { return true }
        let select = try connection.prepare("SELECT min(time) FROM fix WHERE time >= ?")
        try select.bind(milliseconds, at: 1)
        guard try select.step(), let next = select.optionalInteger(0) else {
            ceiling = .max
            return true
        }
        ceiling = next
        return next != milliseconds
    }

    /// The fix at `time` was stored.
    mutating func append(_ time: UTCTime) {
        newest = time.milliseconds
    }
}
