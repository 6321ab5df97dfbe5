import Glibc
import SQLite

/// Makes sure that one process at a time writes a store: SQLite before 3.51.3 can corrupt a WAL database that two
/// write at the same instant.
///
/// The lock lies on a file beside the store, and the kernel gives it up when its holder ends, however it ends.
final class WriterLock {
    /// Attempts, 20 ms apart.
    private static let attempts = 10
    private static let pause: UInt32 = 20_000

    private let descriptor: Int32

    /// Locks the store at `path`.
    init(_ path: String) throws(OutboxError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else {
            throw .unwritable(
                SQLiteError(
                    code: .cannotOpen, message: String(cString: strerror(errno)), activity: "lock the store",
                    path: path))
        }
        // The holder may be about to end, or have left the lock to a child for the moment between fork and exec.
        for _ in 0..<Self.attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(Self.pause)
        }
        close(descriptor)
        throw .inUse(path: path)
    }

    deinit {
        close(descriptor)
    }
}
