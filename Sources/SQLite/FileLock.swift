import Glibc

/// The right to write a database, held by one process at a time: SQLite before 3.51.3 can corrupt a WAL database that
/// two write at the same instant.
///
/// The lock lies on a file beside the database, and the kernel gives it up when its holder ends, however it ends.
public final class FileLock {
    /// Why there is no lock.
    public enum Failure: Error {
        /// Another process has it.
        case held
        /// The file cannot be made or opened: the system's error number.
        case unusable(Int32)
    }

    /// Attempts, 20 ms apart.
    private static let attempts = 10
    private static let pause: UInt32 = 20_000

    private let descriptor: Int32

    /// Locks `path`, which is made if it does not exist.
    public init(path: String) throws(Failure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw .unusable(errno) }
        // The holder may be about to end, or have left the lock to a child for the moment between fork and exec.
        for _ in 0..<Self.attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(Self.pause)
        }
        close(descriptor)
        throw .held
    }

    deinit {
        close(descriptor)
    }
}
