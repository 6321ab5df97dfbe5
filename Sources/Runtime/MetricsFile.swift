import CLinux
import Glibc
import Positioning

/// A daemon's metrics as a file that the textfile collector of Prometheus's node exporter reads: replaced in one step,
/// readable for all.
///
/// The time of the file is the daemon's sign of life, so it is written whether anything has changed or not; rarely
/// where it lies on a disk, because each time costs a card 20 kB and more. A file that cannot be written is said once
/// and harms nothing.
public final class MetricsFile: PollSource {
    /// Milliseconds between two writes to a disk.
    static let diskPeriod: Int64 = 300_000
    /// Milliseconds between two writes to a file system in memory.
    static let memoryPeriod: Int64 = 15_000

    private let directory: String
    private let program: String
    private let mayBeMissing: Bool
    private let log: Log
    private let content: () -> String
    private var failure: RuntimeError?
    private var next: BootTime

    /// The file `program`.prom in `directory`. `mayBeMissing` says that a directory that does not exist is nothing to
    /// speak of. `content` gives the text.
    public init(
        directory: String, program: String, mayBeMissing: Bool, log: Log, now: BootTime,
        content: @escaping () -> String
    ) {
        (self.directory, self.program, self.mayBeMissing) = (directory, program, mayBeMissing)
        (self.log, self.content) = (log, content)
        next = now
    }

    /// The next moment to write at.
    public var deadline: BootTime? { next }

    /// Writes.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        write(now: now)
    }

    /// Writes now, whenever the last write was: for the end.
    public func write(now: BootTime) {
        // At the same moments in both daemons: the file system then brings both files to the disk in one commit.
        let period = isInMemory ? Self.memoryPeriod : Self.diskPeriod
        next = now.next(multipleOf: period)
        if mayBeMissing, access(directory, F_OK) != 0 { return }
        do {
            try TextFile.replace("\(directory)/\(program).prom", with: content(), mode: 0o644)
            if failure != nil { log.notice("Metrics can be written again.") }
            failure = nil
        } catch {
            if failure != error { log.warning("Metrics: \(error).\(advice(for: error))") }
            failure = error
        }
    }

    private func advice(for error: RuntimeError) -> String {
        guard case .system(_, let code) = error else { return "" }
        return switch code {
        case ENOENT: " Make that directory, or set runtime.metrics = off."
        case EACCES: " Let it write there: setfacl -m user:\(program):rwx \(directory)"
        case EROFS: " If it was made after \(program) started: \(InitSystem().restart([program]))"
        default: ""
        }
    }

    /// statfs(2): tmpfs or ramfs.
    private var isInMemory: Bool {
        var volume = statfs()
        guard statfs(directory, &volume) == 0 else { return false }
        return volume.f_type == TMPFS_MAGIC || volume.f_type == RAMFS_MAGIC
    }
}
