import CSQLite

/// Columns of the current row: valid after a `step` that returned true, until the next step or reset.
extension Statement {
    /// True if the column is NULL.
    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The column as an integer; 0 if it is NULL.
    public func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// The column as an integer; nil if it is NULL.
    public func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// The column as a real number; 0 if it is NULL.
    public func real(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// The column as a real number; nil if it is NULL.
    public func optionalReal(_ column: Int32) -> Double? {
        isNull(column) ? nil : real(column)
    }

    /// The column as text, with what is not UTF-8 replaced; nil if it is NULL.
    public func text(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The column as bytes; nil if it is NULL.
    public func blob(_ column: Int32) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
