import Glibc
import Positioning
import SQLite

/// The trackers and their positions in one SQLite file, of which this process is the only writer.
///
/// Changes collect in one transaction until `commit`, so that all requests of one turn of the loop share it. A change
/// that fails undoes the whole transaction, and `commit` says so: no answer may go out before. What is committed
/// outlives the process; it outlives a power cut once `synchronise` has returned
/// (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL).
final class TrackerStore {
    let connection: Connection
    /// Why the transaction that `commit` is to end was undone.
    private var failure: SQLiteError?
    let trackers: TrackerStatements
    let positions: PositionStatements
    let identities: IdentityStatements

    /// Opens or makes the database `path`.
    init(path: String) throws(TrackerError) {
        let lock = try Self.lock(path)
        do throws(SQLiteError) {
            connection = try Self.open(path, lock)
            trackers = try TrackerStatements(connection)
            positions = try PositionStatements(connection)
            identities = try IdentityStatements(connection)
        } catch {
            throw .unusable(error)
        }
    }

    /// True if there are commits since the last `synchronise`.
    private(set) var isUnsynchronised = false

    /// Makes what is committed outlive a power cut.
    func synchronise() throws(SQLiteError) {
        isUnsynchronised = false
        try connection.checkpoint()
    }

    /// Commits all changes since the last commit. Throws if any of them failed: then none was made.
    func commit() throws(SQLiteError) {
        if let failure {
            self.failure = nil
            connection.rollBack()
            throw failure
        }
        guard connection.isInTransaction else { return }
        do throws(SQLiteError) {
            try connection.execute("COMMIT")
            isUnsynchronised = true
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Runs `change` inside the transaction of this turn.
    func change<Result>(_ change: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        do throws(SQLiteError) {
            if !connection.isInTransaction { try connection.execute("BEGIN IMMEDIATE") }
            return try change()
        } catch {
            connection.rollBack()
            failure = error
            throw error
        }
    }

    private static func lock(_ path: String) throws(TrackerError) -> FileLock {
        do throws(FileLock.Failure) {
            return try FileLock(path: path + ".lock")
        } catch {
            switch error {
            case .held: throw .inUse(path: path)
            case .unusable(let number):
                throw .notMade(path: path + ".lock", String(cString: strerror(number)))
            }
        }
    }

    private static func open(_ path: String, _ lock: FileLock) throws(SQLiteError) -> Connection {
        let connection = try Connection(path: path, mode: .create, companion: lock)
        // Before anything is written: the file may be somebody else's.
        let isNew = try connection.pragma("schema_version") == 0
        let application = try connection.pragma("application_id")
        let version = try connection.pragma("user_version")
        guard isNew || (application == Self.application && version == 1) else {
            throw SQLiteError(
                code: .notADatabase,
                message: "it was made by another version of waypost-tracker, or by another program",
                activity: "use the database", path: path)
        }
        try connection.setPragma("journal_mode", "wal")
        try connection.setPragma("synchronous", "normal")
        try connection.setPragma("foreign_keys", 1)
        if isNew {
            try connection.immediateTransaction { () throws(SQLiteError) in try connection.execute(Self.schema) }
        }
        return connection
    }

    /// `WpTr`: marks the file as one of waypost-tracker.
    private static let application: Int64 = 0x5770_5472

    /// `arrival` counts the updates of a tracker as they came, so that the order of arrival can be told.
    private static let schema = """
        CREATE TABLE tracker (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, filtering TEXT NOT NULL,
            description TEXT NOT NULL, event_bridge INTEGER NOT NULL, key TEXT, tags TEXT,
            created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL,
            received INTEGER NOT NULL DEFAULT 0, stored INTEGER NOT NULL DEFAULT 0,
            filtered INTEGER NOT NULL DEFAULT 0, duplicates INTEGER NOT NULL DEFAULT 0,
            refused INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE position (
            tracker INTEGER NOT NULL REFERENCES tracker ON DELETE CASCADE, device TEXT NOT NULL,
            sample_ms INTEGER NOT NULL, received_ms INTEGER NOT NULL, longitude REAL NOT NULL, latitude REAL NOT NULL,
            accuracy REAL, properties TEXT, arrival INTEGER NOT NULL,
            PRIMARY KEY (tracker, device, sample_ms)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE identity (id TEXT PRIMARY KEY, pool TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE credentials (
            id TEXT PRIMARY KEY, secret TEXT NOT NULL, token TEXT NOT NULL, expires_ms INTEGER NOT NULL, thing TEXT
        ) STRICT, WITHOUT ROWID;
        PRAGMA application_id = \(application);
        PRAGMA user_version = 1;
        """
}
