import CSQLite

extension Statement {
    /// Binds an integer, or NULL.
    public func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try check(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds a real number, or NULL. SQLite stores NaN as NULL.
    public func bind(_ value: Double?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds text, or NULL.
    public func bind(_ value: String?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try check(csqlite_bind_text(handle, index, value, Int32(value.utf8.count)))
    }

    /// Binds bytes, or NULL.
    public func bind(_ value: [UInt8]?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        let status = value.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : csqlite_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count))
        }
        try check(status)
    }

    /// Binds NULL.
    public func bindNull(at index: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_null(handle, index))
    }
}
