import Positioning
import SQLite

extension Salvage {
    /// Opens `delivery.db`. Of a damaged one the dead letters are taken over: what was acknowledged can be asked again.
    static func openDelivery(
        _ path: String, now: UTCTime, isDamaged: Bool, signOfLife: @escaping () -> Void
    ) throws(OutboxError) -> (Connection, DeliveryFile.Content, SalvageReport?) {
        let (store, report) = try open(path, now: now, isDamaged: isDamaged) { (lock) throws(OutboxError) in
            try openSoundDelivery(path, lock)
        } rebuild: { (target) throws(OutboxError) in
            let letters = try? DeadLetterTable.salvage(Connection(path: path, mode: .readOnly), signOfLife: signOfLife)
            try OutboxError.writing { () throws(SQLiteError) in try makeDelivery(target, with: letters ?? []) }
            return SalvageCounts(recovered: Int64(letters?.count ?? 0), lost: 0, beganAnew: true)
        }
        return (store.0, store.1, report)
    }

    private static func openSoundDelivery(
        _ path: String, _ lock: FileLock
    ) throws(OutboxError) -> (Connection, DeliveryFile.Content) {
        let connection = try StoreFile.open(path, .delivery, lock)
        let content = try OutboxError.writing { () throws(SQLiteError) in try DeliveryFile.read(connection) }
        return (connection, content)
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
}
