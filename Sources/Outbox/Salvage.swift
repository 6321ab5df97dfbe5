import Positioning
import SQLite

/// Opens a store, and when it is damaged: takes over what can be read into a new file, and moves the old one aside.
///
/// The new file is complete before the old one is touched, and a kill at any point is made good at the next start.
enum Salvage {
    /// Opens the store at `path` as `sound` does; if it is damaged, has `rebuild` make another one beside it first. One
    /// that `isDamaged` is not even tried as it is.
    static func open<Store>(
        _ path: String, now: UTCTime, isDamaged: Bool, sound: (FileLock) throws(OutboxError) -> Store,
        rebuild: (_ beside: String) throws(OutboxError) -> SalvageCounts
    ) throws(OutboxError) -> (Store, SalvageReport?) {
        let lock = try FileLock.ofWriter(path)
        finishInterrupted(path)
        var findings = ["a row could not be read or written"]
        if !isDamaged || !Files.exists(path) {
            do {
                return (try sound(lock), nil)
            } catch .damaged(_, let found) {
                findings = found
            }
        }
        let counts: SalvageCounts
        do throws(OutboxError) {
            counts = try rebuild(beside(path))
        } catch {
            // Half a file only takes the room of those who still need it.
            removeNew(path)
            throw error
        }
        let report = SalvageReport(
            path: path, movedTo: try replace(path, now: now), findings: findings, counts: counts)
        return (try sound(lock), report)
    }

    /// Removes what a rebuilding has made beside the store at `path`.
    static func removeNew(_ path: String) {
        Files.remove(beside(path))
        Files.remove(beside(path) + "-journal")
    }

    private static func beside(_ path: String) -> String { path + ".salvage" }

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
