import Delivery
import Outbox
import Positioning

/// The uploader's own file: after a failure it is opened anew before it is used again, and mended if it is damaged.
final class UploaderFile {
    let store: DeliveryStore
    private let mended: (SalvageReport) -> Void
    private let now: () -> UTCTime

    /// `mended` hears of a damaged file whenever that is found; `signOfLife` is called all the time while it is mended, for
    /// which the loop stands still; `now` is civil time as well as this process knows it. A fault that may pass is left in
    /// `store.failure`, and `open` tries again.
    init(
        _ path: String, mended: @escaping (SalvageReport) -> Void, signOfLife: @escaping () -> Void,
        now: @escaping () -> UTCTime
    ) throws(OutboxError) {
        (self.mended, self.now) = (mended, now)
        do throws(OutboxError) {
            store = try DeliveryStore(path: path, now: now(), signOfLife: signOfLife)
        } catch {
            guard error.mayPass else { throw error }
            store = DeliveryStore(unopened: path, because: error, signOfLife: signOfLife)
        }
        if let report = store.mended { mended(report) }
    }

    /// Opens the file if that failed at the start, and reads the back-off of the process before. After damage that only this
    /// reading finds, the next call mends the file.
    func open() throws(OutboxError) -> StoredBackOff? {
        try noting { () throws(OutboxError) in
            try recover()
            return try store.backOff()
        }
    }

    /// Opens the file again if it failed when it was used last.
    func recover() throws(OutboxError) {
        if let report = try store.recover(now: now()) { mended(report) }
    }

    /// Runs `body`, after whose failure the file is opened again.
    func noting<Value>(_ body: () throws(OutboxError) -> Value) throws(OutboxError) -> Value {
        do throws(OutboxError) {
            return try body()
        } catch {
            store.failure = error
            throw error
        }
    }

    /// Changes the file.
    func write(_ body: () throws(OutboxError) -> Void) throws(StorageFailure) {
        do throws(OutboxError) {
            try recover()
            try noting(body)
        } catch {
            throw .failed(error.description)
        }
    }
}
