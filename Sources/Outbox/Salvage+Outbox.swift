import Positioning
import SQLite

extension Salvage {
    /// Bytes of the disk that a salvage leaves to others, or an eighth of what is free if that is less.
    private static let reserve: Int64 = 1 << 20
    /// Pages of a copy where the disk sets no limit: SQLite's own.
    private static let mostPages: Int64 = (1 << 31) - 1

    /// Opens `outbox.db`, and mends it where that is needed.
    static func openOutbox(
        _ path: String, deviceID: String, now: UTCTime, isDamaged: Bool, signOfLife: @escaping () -> Void
    ) throws(OutboxError) -> (Connection, OutboxState, SalvageReport?) {
        let (store, report) = try open(path, now: now, isDamaged: isDamaged) { (lock) throws(OutboxError) in
            try openSound(path, lock)
        } rebuild: { (target) throws(OutboxError) in
            try takeOver(path, into: target, deviceID: deviceID, signOfLife)
        }
        return (store.0, store.1, report)
    }

    private static func openSound(_ path: String, _ lock: FileLock) throws(OutboxError) -> (Connection, OutboxState) {
        let connection = try StoreFile.open(path, .outbox, lock)
        let ledger = try OutboxError.writing { () throws(SQLiteError) in try Ledger.read(connection) }
        guard let state = OutboxState(ledger: ledger) else {
            throw .damaged(path: path, findings: ["its ledger is incomplete"])
        }
        let isOld = try OutboxError.writing { () throws(SQLiteError) in
            _ = try DeviceNames(connection)
            return try state.isOlderThanRows(of: connection)
        }
        if isOld { throw .damaged(path: path, findings: [OutboxState.isOld]) }
        return (connection, state)
    }

    /// Copies what there is room for: all rows, else the pending ones, else the newest of these.
    private static func takeOver(
        _ path: String, into target: String, deviceID: String, _ signOfLife: @escaping () -> Void
    ) throws(OutboxError) -> SalvageCounts {
        var salvage = try OutboxError.writing { () throws(SQLiteError) in
            try OutboxSalvage(from: path, deviceID: deviceID, signOfLife: signOfLife)
        }
        let pages = pagesOfRoom(for: path)
        var extent = OutboxSalvage.Extent.all
        while true {
            do throws(SQLiteError) {
                return try salvage.run(extent, into: target, pages: pages)
            } catch {
                guard case .full = error.code else { throw OutboxError(writing: error) }
                guard let less = salvage.less(than: extent) else { throw .noRoomToSalvage(path: path) }
                removeNew(path)
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
}
