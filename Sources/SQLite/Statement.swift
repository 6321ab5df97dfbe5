import CSQLite

/// A compiled statement: bind, step, read columns, reset, and again.
///
/// Parameters count from 1, columns from 0, as in SQLite. A bound value stays until it is bound anew.
public final class Statement {
    /// The connection that it runs on, which it keeps open.
    public let connection: Connection
    let handle: OpaquePointer
    private let sql: String

    init(_ sql: String, on connection: Connection) throws(SQLiteError) {
        var compiled: OpaquePointer?
        let status = sqlite3_prepare_v3(
            connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard status == SQLITE_OK, let compiled else {
            throw SQLiteError(
                status: status == SQLITE_OK ? SQLITE_MISUSE : status, handle: connection.handle,
                activity: Self.activity(sql), path: connection.path)
        }
        self.connection = connection
        self.sql = sql
        handle = compiled
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs to the next row. True if there is one, false at the end; then the statement is reset.
    ///
    /// After an error the statement is reset too, so that it holds no lock.
    public func step() throws(SQLiteError) -> Bool {
        let status = sqlite3_step(handle)
        switch status {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default:
            let error = SQLiteError(
                status: status, handle: connection.handle, activity: Self.activity(sql), path: connection.path)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs to the end, ignoring rows.
    public func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Ends the current run, which ends its read transaction too; bound values stay.
    public func reset() {
        sqlite3_reset(handle)
    }

    func check(_ status: Int32) throws(SQLiteError) {
        guard status == SQLITE_OK else {
            throw SQLiteError(
                status: status, handle: connection.handle, activity: "bind a value and \(Self.activity(sql))",
                path: connection.path)
        }
    }

    /// A statement in an error: as much of it as tells which one it is.
    static func activity(_ sql: String) -> String {
        let line = sql.prefix { !$0.isNewline }
        return line.count <= 60 ? "run \(line)" : "run \(line.prefix(60))..."
    }
}
