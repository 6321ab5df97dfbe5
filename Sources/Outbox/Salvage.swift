import Positioning
import SQLite

/// Opens a store, and when it is damaged: takes over what can be read into a new file, and moves the old one aside.
///
/// The new file is complete before the old one is touched, and a kill at any point is made good at the next start.
enum Salvage {
    /// Damaged files that are kept at most.
    static let kept = 3

    /// Opens `outbox.db`; does not even try to open one that `isDamaged` as it is.
    static func open(
        _ path: String, deviceID: String, now: UTCTime, isDamaged: Bool
    ) throws(OutboxError) -> (Connection, OutboxState, SalvageReport?) {
        let lock = try FileLock.ofWriter(path)
        finishInterrupted(path)
        var findings = ["a row could not be read or written"]
        if !isDamaged || !Files.exists(path) {
            do {
                let (connection, state) = try openSound(path, lock)
                return (connection, state, nil)
            } catch .damaged(_, let found) {
                findings = found
            }
        }
        var report = try OutboxError.writing { () throws(SQLiteError) in
            try OutboxSalvage(from: path, into: beside(path), deviceID: deviceID).run()
        }
        report.path = path
        report.findings = findings
        report.movedTo = try replace(path, now: now)
        let (connection, state) = try openSound(path, lock)
        return (connection, state, report)
    }

    private static func openSound(_ path: String, _ lock: FileLock) throws(OutboxError) -> (Connection, OutboxState) {
        let connection = try StoreFile.open(path, .outbox, lock)
        let ledger = try OutboxError.writing { () throws(SQLiteError) in try Ledger.read(connection) }
        guard let state = OutboxState(ledger: ledger) else {
            throw .damaged(path: path, findings: ["its ledger is incomplete"])
        }
        _ = try OutboxError.writing { () throws(SQLiteError) in try DeviceNames(connection) }
        return (connection, state)
    }

    /// Opens `delivery.db`. Of a damaged one the dead letters are taken over: what was acknowledged can be asked again.
    /// One that `isDamaged` is not even tried as it is.
    static func openDelivery(
        _ path: String, now: UTCTime, isDamaged: Bool
    ) throws(OutboxError) -> (Connection, SalvageReport?) {
        let lock = try FileLock.ofWriter(path)
        finishInterrupted(path)
        var findings = ["a row could not be read or written"]
        if !isDamaged || !Files.exists(path) {
            do {
                return (try openSoundDelivery(path, lock), nil)
            } catch .damaged(_, let found) {
                findings = found
            }
        }
        let letters = (try? DeadLetterTable.salvage(Connection(path: path, mode: .readOnly))) ?? []
        try OutboxError.writing { () throws(SQLiteError) in try makeDelivery(beside(path), with: letters) }
        let moved = try replace(path, now: now)
        let report = SalvageReport(
            path: path, movedTo: moved, findings: findings, recovered: Int64(letters.count), lost: 0, beganAnew: true)
        return (try openSoundDelivery(path, lock), report)
    }

    private static func openSoundDelivery(_ path: String, _ lock: FileLock) throws(OutboxError) -> Connection {
        let connection = try StoreFile.open(path, .delivery, lock)
        try OutboxError.writing { () throws(SQLiteError) in
            _ = try ResolvedTable.read(connection, with: DeliveryState(ledger: Ledger.read(connection)))
            _ = try DeviceNames(connection)
        }
        return connection
    }

    /// Makes a store in which nothing is settled, in one transaction.
    private static func makeDelivery(_ path: String, with letters: [DeadLetter]) throws(SQLiteError) {
        let new = try Connection(path: path, mode: .create)
        try new.setPragma("page_size", StoreFile.pageSize)
        try new.immediateTransaction { () throws(SQLiteError) in
            try Schema.delivery.make(on: new)
            try DeadLetterTable.insert(letters, on: new)
        }
    }

    private static func beside(_ path: String) -> String { path + ".salvage" }

    /// A kill between the two renames of `replace` leaves the new file complete under its working name; any other
    /// one leaves the old file in place and the new one worthless.
    private static func finishInterrupted(_ path: String) {
        let salvaged = beside(path)
        guard Files.exists(salvaged) else { return }
        if Files.exists(path) {
            Files.remove(salvaged)
            Files.remove(salvaged + "-journal")
        } else {
            // A WAL that is still there belongs to the file that was moved.
            Files.remove(path + "-wal")
            Files.remove(path + "-shm")
            Files.move(salvaged, to: path)
        }
        Files.syncDirectory(of: path)
    }

    /// Throws if the new file did not take its place; opening a store there would make an empty one, and the next start
    /// would throw the salvaged one away.
    private static func replace(_ path: String, now: UTCTime) throws(OutboxError) -> String {
        let moved = moveAside(path, now: now)
        guard Files.move(beside(path), to: path) else {
            throw .damaged(
                path: path, findings: ["what was salvaged from it, in \(beside(path)), could not take its place"])
        }
        Files.syncDirectory(of: path)
        return moved
    }

    private static func moveAside(_ path: String, now: UTCTime) -> String {
        let stem = path + ".corrupt-"
        var moved = "\(stem)\(now.milliseconds / 1000)"
        while Files.exists(moved) { moved += "+" }
        Files.move(path, to: moved)
        // Beside another database, an old WAL would be taken for its own.
        Files.move(path + "-wal", to: moved + "-wal")
        Files.remove(path + "-wal")
        Files.remove(path + "-shm")
        for old in Files.beginning(with: stem).filter({ !$0.hasSuffix("-wal") }).sorted().dropLast(kept) {
            Files.remove(old)
            Files.remove(old + "-wal")
        }
        Files.syncDirectory(of: path)
        return moved
    }
}
