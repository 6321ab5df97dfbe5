import Glibc

/// Room on the disk that is held ready in a file beside the outbox.
///
/// On a disk that is full even DELETE fails, since SQLite writes before it frees. Then the ballast goes, and what was
/// under it lets the outbox thin, count and checkpoint; it is made again when there is room.
public struct Ballast: Sendable {
    /// A hundredth of what the outbox may have, within these bounds: enough for a WAL between two checkpoints.
    private static let sizes: ClosedRange<Int64> = 256 << 10...4 << 20

    /// Its bytes.
    let size: Int64
    private let path: String

    /// The ballast of the outbox at `outbox`.
    public init(of outbox: String, limits: OutboxLimits) {
        self.init(of: outbox, limits: limits, disk: Files.diskSize(of: outbox))
    }

    /// On a disk of `disk` bytes; nil if that is not known.
    init(of outbox: String, limits: OutboxLimits, disk: Int64?) {
        path = Self.path(of: outbox)
        let share = min(limits.maxSize, disk ?? .max) / 100
        size = min(max(share, Self.sizes.lowerBound), Self.sizes.upperBound)
    }

    private static func path(of outbox: String) -> String { outbox + ".ballast" }

    /// Lets that of the outbox at `outbox` go, whatever its size.
    static func remove(of outbox: String) {
        Files.remove(path(of: outbox))
    }

    /// True if it is there in its size.
    private var isInPlace: Bool { Files.size(path) == size }

    /// Bytes of the `free` ones that are not for the outbox, since the ballast is still to come there.
    func claim(of free: Int64) -> Int64 { isInPlace ? 0 : min(size, free / 3) }

    /// Lets it go if the disk is as good as full: a file that is at its own cap does not need it. True if it went.
    public func release() -> Bool {
        guard let free = Files.freeBytes(beside: path), free < size / 2 else { return false }
        return Files.remove(path)
    }

    /// Makes it, unless it is there, or would take more than half of the room: a small disk is for fixes. True if it
    /// was made.
    public func make() -> Bool {
        guard !isInPlace, let free = Files.freeBytes(beside: path), free >= 2 * size else { return false }
        // Where the file system cannot set blocks aside, the library writes into each of them.
        if Files.allocate(path, size) { return true }
        Files.remove(path)
        return false
    }
}
