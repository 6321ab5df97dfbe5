import CSQLite

extension Connection {
    /// The number that `PRAGMA name` answers; nil if it answers nothing.
    public func pragma(_ name: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare("PRAGMA \(name)")
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The text that `PRAGMA name` answers; nil if it answers nothing.
    public func pragmaText(_ name: String) throws(SQLiteError) -> String? {
        let statement = try prepare("PRAGMA \(name)")
        return try statement.step() ? statement.text(0) : nil
    }

    /// Runs `PRAGMA name = value` and returns what SQLite answers, which may be another value than asked for.
    @discardableResult
    public func setPragma(_ name: String, _ value: String) throws(SQLiteError) -> String? {
        try pragmaText("\(name) = \(value)")
    }

    /// Runs `PRAGMA name = value` and returns what SQLite answers, which may be another value than asked for.
    @discardableResult
    public func setPragma(_ name: String, _ value: Int64) throws(SQLiteError) -> Int64? {
        try pragma("\(name) = \(value)")
    }

    /// Keeps `-wal` and `-shm` when the last connection closes, so that a reader who may not write the directory can
    /// still open the database (SQLITE_FCNTL_PERSIST_WAL).
    public func setPersistentWAL(_ on: Bool) throws(SQLiteError) {
        var value: Int32 = on ? 1 : 0
        let status = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &value)
        try check(status, doing: "keep the write-ahead log when it closes")
    }

    /// Whether closing the last connection moves the WAL into the database file
    /// (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE is the opposite).
    public func setCheckpointOnClose(_ on: Bool) throws(SQLiteError) {
        var result: Int32 = 0
        let status = csqlite_db_config_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1, &result)
        try check(status, doing: "set whether closing moves the write-ahead log")
    }

    /// Refuses statements that could damage the file format, such as writing to shadow tables or `sqlite_schema`
    /// (SQLITE_DBCONFIG_DEFENSIVE).
    public func setDefensive(_ on: Bool) throws(SQLiteError) {
        var result: Int32 = 0
        let status = csqlite_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, on ? 1 : 0, &result)
        try check(status, doing: "set the defensive mode")
    }

    /// True if the file that is open is no longer the one at its path (SQLITE_FCNTL_HAS_MOVED): what is written then, nobody
    /// finds.
    public var hasMoved: Bool {
        var value: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &value) == SQLITE_OK && value != 0
    }

    /// Moves as much of the WAL into the database file as readers allow, without waiting (a PASSIVE checkpoint).
    public func checkpoint() throws(SQLiteError) {
        let status = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        try check(status, doing: "move the write-ahead log into the database")
    }
}
