import Delivery
import Outbox
import Positioning
import Runtime

/// The uploader's own file: after a failure it is opened anew before it is used again, and mended if it is damaged.
///
/// Damage that a commit does not meet would be found by the next process, which knows nothing of what was settled. So the
/// file is read from the disk after the first commit of every few minutes.
final class UploaderFile {
    /// Milliseconds between two readings of the whole file: as seldom as the agent copies the low-water mark from it.
    private static let checkPeriod: Int64 = 300_000

    let store: DeliveryStore
    private let clock: any MachineClock
    /// Opening the file checks it.
    private var checked: BootTime
    private let mended: (SalvageReport) -> Void
    private let now: () -> UTCTime

    /// `mended` hears of a damaged file whenever that is found; `signOfLife` is called all the time while it is mended, for
    /// which the loop stands still; `now` is civil time as well as this process knows it. A fault that may pass is left in
    /// `store.failure`, and `open` tries again.
    init(
        _ path: String, clock: any MachineClock, mended: @escaping (SalvageReport) -> Void,
        signOfLife: @escaping () -> Void, now: @escaping () -> UTCTime
    ) throws(OutboxError) {
        (self.clock, checked) = (clock, clock.bootTime)
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

    /// Opens the file again if it failed when it was used last. One that was begun anew is given all that is known at once:
    /// until then, a power cut would send again what it no longer holds.
    func recover() throws(OutboxError) {
        if let report = try store.recover(now: now()) { mended(report) }
        if store.isSaveDue { try noting { () throws(OutboxError) in try store.save() } }
    }

    /// Runs `body`, after whose failure the file is opened again. The failure of a file that is not open any more says less
    /// than the one before.
    func noting<Value>(_ body: () throws(OutboxError) -> Value) throws(OutboxError) -> Value {
        do throws(OutboxError) {
            return try body()
        } catch {
            store.failure = store.failure ?? error
            throw error
        }
    }

    /// Changes the file, and mends it if it turns out to be damaged on the disk.
    func write(_ body: () throws(OutboxError) -> Void) throws(StorageFailure) {
        do throws(OutboxError) {
            try recover()
            try noting(body)
            try checkIfDue()
        } catch {
            throw .failed(error.description)
        }
    }

    private func checkIfDue() throws(OutboxError) {
        guard clock.bootTime.since(checked) >= Self.checkPeriod else { return }
        checked = clock.bootTime
        do throws(OutboxError) {
            try noting { () throws(OutboxError) in try store.check() }
        } catch {
            try recover()
        }
    }
}
