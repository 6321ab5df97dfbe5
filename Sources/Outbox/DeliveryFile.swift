import Positioning
import SQLite

/// `delivery.db` itself: the open file, and what it held of fixes and counters after the last change of it.
struct DeliveryFile {
    /// The ledger as of the last commit; empty before the file was opened.
    private(set) var ledger: [String: Int64] = [:]
    /// The settled ids of the current generation as of the last commit.
    private(set) var ids = IDRanges()

    /// What a file holds of fixes and counters.
    typealias Content = (ledger: [String: Int64], ids: IDRanges)

    private let path: String
    private let signOfLife: () -> Void
    /// Nil while the file could not be opened again.
    private var opened: (connection: Connection, ledger: Ledger)?
    /// The day at which days too old were last removed.
    private var trimmedDay: String?

    /// The file at `path`, not opened yet. `signOfLife` is called all the time while it is mended.
    init(path: String, signOfLife: @escaping () -> Void) {
        (self.path, self.signOfLife) = (path, signOfLife)
    }

    /// What the ledger says.
    var state: DeliveryState { DeliveryState(ledger: ledger) }

    /// The open file.
    var connection: Connection {
        get throws(SQLiteError) { try present.connection }
    }

    private var present: (connection: Connection, ledger: Ledger) {
        get throws(SQLiteError) {
            guard let opened else {
                throw SQLiteError(
                    code: .cannotOpen, message: "it could not be opened again yet", activity: "use the store",
                    path: path)
            }
            return opened
        }
    }

    /// Opens the file or makes it, also if it is open, and reads it. Returns what had to be mended. When it throws, it is
    /// not open, and what was read last stays known.
    mutating func open(now: UTCTime, isDamaged: Bool) throws(OutboxError) -> SalvageReport? {
        opened = nil
        let (connection, content, mended) = try Salvage.openDelivery(
            path, now: now, isDamaged: isDamaged, signOfLife: signOfLife)
        let writer = try OutboxError.writing { () throws(SQLiteError) in try Ledger(connection) }
        (opened, ledger, ids) = ((connection, writer), content.ledger, content.ids)
        return mended
    }

    /// What the file holds of fixes and counters. Throws `corrupt` if that is not what was written.
    static func read(_ connection: Connection) throws(SQLiteError) -> Content {
        let ledger = try Ledger.read(connection)
        let ids = try ResolvedTable.read(connection, with: DeliveryState(ledger: ledger))
        _ = try DeviceNames(connection)
        return (ledger, ids)
    }

    /// Throws `damaged` if what is on the disk is not what was written there. What SQLite has in memory of it is
    /// forgotten first.
    func check() throws(OutboxError) {
        let connection = try OutboxError.writing { () throws(SQLiteError) in
            let connection = try present.connection
            try connection.execute("PRAGMA shrink_memory")
            return connection
        }
        try StoreFile.check(connection)
        let found = try OutboxError.writing { () throws(SQLiteError) in try Self.read(connection) }
        guard DeliveryState(ledger: found.ledger) == state else {
            throw .damaged(path: path, findings: ["the ledger is an older one than was written"])
        }
    }

    /// Throws if the file is not where it was opened.
    func checkPlace() throws(OutboxError) {
        if opened?.connection.hasMoved ?? false { throw .removed(path: path) }
    }

    /// Stores all of it in one transaction.
    mutating func write(_ state: [String: Int64], _ settled: IDRanges, _ rows: UnsavedRows) throws(OutboxError) {
        let newestDay = rows.bytes.keys.max()
        try OutboxError.writing { () throws(SQLiteError) in
            let (connection, writer) = try present
            try connection.immediateTransaction { () throws(SQLiteError) in
                try writer.update(from: ledger, to: state)
                try ResolvedTable.write(settled, over: ids, on: connection)
                try DeadLetterTable.insert(rows.letters, on: connection)
                try SentTable.add(rows.bytes, on: connection)
                if newestDay != nil, newestDay != trimmedDay { try SentTable.trim(connection) }
            }
        }
        (ledger, ids, trimmedDay) = (state, settled, newestDay ?? trimmedDay)
    }
}
