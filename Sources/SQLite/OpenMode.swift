import CSQLite

/// How a database file is opened (https://www.sqlite.org/c3ref/open.html).
public enum OpenMode: Sendable {
    /// Reads only: not even `PRAGMA query_only = 0` lets the connection change the file.
    case readOnly
    /// Reads and writes a file that must exist.
    case readWrite
    /// Reads and writes, and makes the file if it does not exist.
    case create

    var flags: Int32 {
        // One thread owns each connection, so SQLite's own mutexes would only cost time.
        let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch self {
        case .readOnly: return common | SQLITE_OPEN_READONLY
        case .readWrite: return common | SQLITE_OPEN_READWRITE
        case .create: return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }
}
