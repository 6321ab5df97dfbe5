import CSQLite

/// One connection to one database file, owned by one thread.
///
/// It closes when the last reference goes: its own and those of its statements.
public final class Connection {
    /// The file, as it was opened.
    public let path: String
    let handle: OpaquePointer
    private let companion: AnyObject?
    /// Compiled at their first use. Not `Statement`s, which keep their connection open.
    private var begin: OpaquePointer?
    private var commit: OpaquePointer?

    /// Opens `path`. A locked database is waited for up to `busyTimeout` milliseconds, by every later call too.
    ///
    /// SQLite reads the file lazily: that it is not a database, or needs a recovery that this mode forbids, comes out
    /// at the first statement. `companion`, such as a lock, is let go after the connection is closed.
    public init(
        path: String, mode: OpenMode, busyTimeout: Int32 = 1000, companion: AnyObject? = nil
    ) throws(SQLiteError) {
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(path, &opened, mode.flags, nil)
        guard status == SQLITE_OK, let opened else {
            let error = SQLiteError(status: status, handle: opened, activity: "open the database", path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        self.path = path
        self.companion = companion
        handle = opened
        sqlite3_busy_timeout(opened, busyTimeout)
    }

    deinit {
        sqlite3_finalize(begin)
        sqlite3_finalize(commit)
        sqlite3_close_v2(handle)
    }

    /// Runs every statement of `sql`; rows are ignored.
    public func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil), doing: Statement.activity(sql))
    }

    /// Compiles the one statement of `sql`, to be used many times.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql, on: self)
    }

    /// True between BEGIN and its COMMIT or ROLLBACK. Some errors roll back by themselves (SQLITE_FULL, SQLITE_IOERR).
    public var isInTransaction: Bool {
        sqlite3_get_autocommit(handle) == 0
    }

    /// Rows that the last INSERT, UPDATE or DELETE changed.
    public var changes: Int {
        Int(sqlite3_changes(handle))
    }

    /// Runs `body` in a transaction that takes the write lock at its start, so that it cannot fail half way with
    /// SQLITE_BUSY_SNAPSHOT. Commits if `body` returns, rolls back and rethrows if it throws.
    public func immediateTransaction<Result>(
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try run("BEGIN IMMEDIATE", compiled: &begin)
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT", compiled: &commit)
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Commits what the transaction has changed so far, and goes on in another one.
    public func commitSoFar() throws(SQLiteError) {
        try run("COMMIT", compiled: &commit)
        try run("BEGIN IMMEDIATE", compiled: &begin)
    }

    /// Ends a transaction without its changes; nothing happens outside of one.
    public func rollBack() {
        guard isInTransaction else { return }
        // What fails here has rolled back already, or will when the connection closes.
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    /// Runs `sql`, which has no rows, and compiles it if nobody has yet.
    private func run(_ sql: String, compiled: inout OpaquePointer?) throws(SQLiteError) {
        if compiled == nil {
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            try check(sqlite3_prepare_v3(handle, sql, -1, flags, &compiled, nil), doing: Statement.activity(sql))
        }
        let status = sqlite3_step(compiled)
        defer { sqlite3_reset(compiled) }
        try check(status == SQLITE_DONE ? SQLITE_OK : status, doing: Statement.activity(sql))
    }

    func check(_ status: Int32, doing activity: @autoclosure () -> String) throws(SQLiteError) {
        guard status == SQLITE_OK else {
            throw SQLiteError(status: status, handle: handle, activity: activity(), path: path)
        }
    }
}
