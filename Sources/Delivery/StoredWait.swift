import Positioning

/// What is kept of the outer back-off over a restart.
public struct StoredWait: Equatable, Sendable {
    /// Failures in a row so far; 0 while a backlog drains, which then needs no second random start.
    public var failures: Int
    /// Length of the wait in milliseconds.
    public var delay: Int64
    /// When the wait began, in the boot `bootID`.
    public var since: BootTime
    /// `/proc/sys/kernel/random/boot_id` of that boot.
    public var bootID: String

    /// A wait with all its parts.
    public init(failures: Int, delay: Int64, since: BootTime, bootID: String) {
        self.failures = failures
        self.delay = delay
        self.since = since
        self.bootID = bootID
    }
}
