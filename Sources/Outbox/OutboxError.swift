import SQLite

/// Why a store could not be read or written, sorted by what the caller has to do.
public enum OutboxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The owner has not made the file yet, is recovering it, or holds it for a moment: close, try again later.
    case notReady(SQLiteError)
    /// A newer program wrote the file; it is left alone. Install that version again, or move the file away.
    case newerSchema(path: String, version: Int64, known: Int64)
    /// The content of the file is damaged; its owner must open it anew, which salvages it.
    case damaged(path: String, findings: [String])
    /// The file is a database of another program, and is left alone.
    case foreign(path: String, tables: [String], setting: String)
    /// The file was removed or replaced while it was open; its owner must open it anew.
    case removed(path: String)
    /// Another process writes the file.
    case inUse(path: String)
    /// The disk, or the store's own cap, is full. Nothing was written; try again after making room.
    case full(SQLiteError)
    /// The file is damaged, and the disk has no room for a sound copy of what can be read. Nothing was changed; to try
    /// again reads the whole file, which is not worth it every few seconds.
    case noRoomToSalvage(path: String)
    /// The file or its directory cannot be written or opened, or the disk reports errors. Nothing was written.
    case unwritable(SQLiteError)
    /// Anything else that SQLite refused.
    case other(SQLiteError)

    /// A sentence: what happened, to what, and what to do.
    public var description: String {
        switch self {
        case .notReady(let error):
            return "\(error.path) is not ready; will look again later. \(error)"
        case .newerSchema(let path, let version, let known):
            return "\(path) was written by a newer waypost (schema \(version), this one knows \(known)) and is left "
                + "alone; install that version again or move the file away."
        case .damaged(let path, let findings):
            return "\(path) is damaged: \(findings.first ?? "no details")."
        case .foreign(let path, let tables, let setting):
            let few = tables.prefix(3).joined(separator: ", ") + (tables.count > 3 ? ", ..." : "")
            return "\(path) is a database of another program (with the tables \(few)) and is left alone; move it away, "
                + "or let \(setting) name another file."
        case .removed(let path):
            return "\(path) was removed or replaced while it was in use; what it held is gone. What is in its place, "
                + "or a new file, is used from here on."
        case .inUse(let path):
            return "\(path) is being written by another process; two must not. Stop the other one."
        case .full(let error):
            return "There is no room to write \(error.path); free disk space or lower outbox.max-size. \(error)"
        case .noRoomToSalvage(let path):
            return "\(path) is damaged, and beside it is no room for a sound copy of what can be read; free disk "
                + "space. This is tried again every few minutes."
        case .unwritable(let error):
            return "\(error.path) cannot be written; check the disk, and owner and mode of the directory. \(error)"
        case .other(let error):
            return error.description
        }
    }

    /// True if the file is not one that this program may touch, which no waiting will change.
    public var isForAPerson: Bool {
        switch self {
        case .newerSchema, .foreign: true
        case .notReady, .damaged, .removed, .inUse, .full, .noRoomToSalvage, .unwritable, .other: false
        }
    }

    /// True if somebody else holds a lock on the file for the moment, and nothing is wrong with it.
    public var isLock: Bool {
        guard case .unwritable(let error) = self else { return false }
        return .busy ~= error.code
    }

    /// Sorts what the owner of a file is told by SQLite.
    init(writing error: SQLiteError) {
        switch error.code {
        case .full: self = .full(error)
        case .ioError, .readOnly, .permission, .cannotOpen, .busy: self = .unwritable(error)
        case .corrupt, .notADatabase: self = .damaged(path: error.path, findings: [error.message])
        default: self = .other(error)
        }
    }

    /// Sorts what a reader of somebody else's file is told by SQLite.
    ///
    /// Result codes 1, 5, 14, 264, 1288 and 1544 are what a reader sees while the owner makes, recovers or locks its
    /// file (https://www.sqlite.org/wal.html#read_only_databases).
    init(reading error: SQLiteError) {
        switch error.code {
        case .error, .busy, .cannotOpen, .readOnlyRecovery, .readOnlyCannotInitialise, .readOnlyDirectory:
            self = .notReady(error)
        case .corrupt, .notADatabase:
            self = .damaged(path: error.path, findings: [error.message])
        default:
            self = .other(error)
        }
    }

    /// Runs `body` as the owner of the file.
    static func writing<Result>(_ body: () throws(SQLiteError) -> Result) throws(OutboxError) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw OutboxError(writing: error)
        }
    }

    /// Runs `body` as a reader of somebody else's file.
    static func reading<Result>(_ body: () throws(SQLiteError) -> Result) throws(OutboxError) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw OutboxError(reading: error)
        }
    }
}
