import Positioning

/// The outer back-off as it is kept over a restart.
public struct StoredBackOff: Equatable, Sendable {
    /// The boot (`/proc/sys/kernel/random/boot_id`) to which `until` belongs.
    public var bootID: String
    /// When the wait ends, if the machine has not been restarted since.
    public var until: BootTime
    /// Length of the wait in milliseconds, as it was drawn; after a reboot it starts again.
    public var delay: Int64
    /// Failures in a row so far; 0 while a backlog drains, which then needs no second random start.
    public var failures: Int

    /// A back-off with all its parts.
    public init(bootID: String, until: BootTime, delay: Int64, failures: Int) {
        self.bootID = bootID
        self.until = until
        self.delay = delay
        self.failures = failures
    }
}
