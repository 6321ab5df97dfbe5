import CSQLite

/// A result code of SQLite, primary or extended (https://www.sqlite.org/rescode.html).
///
/// In a `switch`, a primary code matches itself and every extended code of its family; an extended code matches
/// itself alone.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    /// The number as SQLite returns it.
    public var rawValue: Int32

    /// The code `rawValue`, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The family: the low byte.
    public var primary: ResultCode {
        ResultCode(rawValue: rawValue & 0xFF)
    }

    /// True if `code` is `pattern`, or if `pattern` is a primary code and `code` is of its family.
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }

    /// No error.
    public static let ok = ResultCode(rawValue: SQLITE_OK)
    /// A wrong statement, or a table that does not exist (yet).
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// The file mode or the directory forbids it.
    public static let permission = ResultCode(rawValue: SQLITE_PERM)
    /// Another connection holds a lock.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// The database, its file or its directory cannot be written.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The call was ended from outside.
    public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The operating system reported an input or output error.
    public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk, or the database's own cap (`max_page_count`), is full.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The file cannot be opened.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// The file is not a database.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    /// SQLITE_READONLY_RECOVERY: a WAL needs recovery and this connection may not write.
    public static let readOnlyRecovery = ResultCode(rawValue: SQLITE_READONLY | (1 << 8))
    /// SQLITE_READONLY_CANTINIT: the shared memory of a WAL cannot be set up by a connection that may not write.
    public static let readOnlyCannotInitialise = ResultCode(rawValue: SQLITE_READONLY | (5 << 8))
    /// SQLITE_READONLY_DIRECTORY: `-wal` and `-shm` do not exist and the directory cannot be written.
    public static let readOnlyDirectory = ResultCode(rawValue: SQLITE_READONLY | (6 << 8))
}
