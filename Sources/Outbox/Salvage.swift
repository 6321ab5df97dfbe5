import Positioning
import SQLite

/// Opens a store, and when it is damaged: takes over what can be read into a new file, and moves the old one aside.
///
/// The new file is complete before the old one is touched, and a kill at any point is made good at the next start.
enum Salvage {
    /// Bytes of the disk that a salvage leaves to others, or an eighth of what is free if that is less.
    private static let reserve: Int64 = 1 << 20
    /// Pages of a copy where the disk sets no limit: SQLite's own.
    private static let mostPages: Int64 = (1 << 31) - 1

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
        var report = try takeOver(path, deviceID: deviceID)
        report.path = path
        report.findings = findings
        report.movedTo = try replace(path, now: now)
        let (connection, state) = try openSound(path, lock)
        return (connection, state, report)
    }

    /// Copies what there is room for: all rows, else the pending ones, else the newest of these.
    private static func takeOver(_ path: String, deviceID: String) throws(OutboxError) -> SalvageReport {
        var salvage = try OutboxError.writing { () throws(SQLiteError) in
            try OutboxSalvage(from: path, deviceID: deviceID)
        }
        let pages = pagesOfRoom(for: path)
        var extent = OutboxSalvage.Extent.all
        while true {
            do throws(SQLiteError) {
                return try salvage.run(extent, into: beside(path), pages: pages)
            } catch {
                // Half a file only takes the room of those who still need it.
                removeNew(path)
                guard case .full = error.code else { throw OutboxError(writing: error) }
                guard let less = salvage.less(than: extent) else { throw .noRoomToSalvage(path: path) }
                extent = less
            }
        }
    }

    /// Pages that a copy of the store at `path` may take. Where there is too little room, earlier damaged copies go, then
    /// the ballast.
    private static func pagesOfRoom(for path: String) -> Int64 {
        let needed = (Files.size(path) ?? 0) + (Files.size(path + "-wal") ?? 0) + reserve
        func isShort() -> Bool { Files.freeBytes(beside: path).map { $0 < needed } ?? false }
        while isShort(), DamagedCopies(of: path).removeOldest() != nil {}
        if isShort() { Ballast.remove(of: path) }
        guard let free = Files.freeBytes(beside: path) else { return mostPages }
        return min(mostPages, (free - min(reserve, free / 8)) / StoreFile.pageSize)
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
        do {
            try OutboxError.writing { () throws(SQLiteError) in try makeDelivery(beside(path), with: letters) }
        } catch {
            removeNew(path)
            throw error
        }
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

    private static func removeNew(_ path: String) {
        Files.remove(beside(path))
        Files.remove(beside(path) + "-journal")
    }

    /// A kill between the two renames of `replace` leaves the new file complete under its working name; any other
    /// one leaves the old file in place and the new one worthless.
    private static func finishInterrupted(_ path: String) {
        let salvaged = beside(path)
        guard Files.exists(salvaged) else { return }
        if Files.exists(path) {
            removeNew(path)
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
        let copies = DamagedCopies(of: path)
        let moved = copies.newPath(seconds: now.milliseconds / 1000)
        Files.move(path, to: moved)
        // Beside another database, an old WAL would be taken for its own.
        Files.move(path + "-wal", to: moved + "-wal")
        Files.remove(path + "-wal")
        Files.remove(path + "-shm")
        copies.thin(besides: moved)
        Files.syncDirectory(of: path)
        return moved
    }
}
