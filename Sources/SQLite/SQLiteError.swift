import CSQLite

/// What SQLite refused, in which file, while doing what.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The extended result code.
    public var code: ResultCode
    /// SQLite's own words.
    public var message: String
    /// What was being done, such as `open the database` or the statement.
    public var activity: String
    /// The database file.
    public var path: String

    /// An error with all its parts.
    public init(code: ResultCode, message: String, activity: String, path: String) {
        self.code = code
        self.message = message
        self.activity = activity
        self.path = path
    }

    /// A sentence: the file, what was being done, SQLite's words, the code.
    public var description: String {
        "SQLite could not \(activity) in \(path): \(message) (code \(code.rawValue))."
    }

    /// The error of the last call on `handle`, which returned `status`.
    init(status: Int32, handle: OpaquePointer?, activity: String, path: String) {
        let extended = handle.map { sqlite3_extended_errcode($0) } ?? status
        // The handle keeps the code of the call that failed last; after a reset that may be another one.
        let known = (extended & 0xFF) == (status & 0xFF)
        let code = known ? extended : status
        let words = known ? handle.flatMap { sqlite3_errmsg($0) } : sqlite3_errstr(status)
        self.init(
            code: ResultCode(rawValue: code), message: words.map { String(cString: $0) } ?? "no message",
            activity: activity, path: path)
    }
}
