import Positioning

/// The outer back-off as it is kept over a restart.
public struct StoredBackOff: Equatable, Sendable {
    /// The boot (`/proc/sys/kernel/random/boot_id`) to which `until` belongs.
    public var bootID: String
    /// When the next attempt is due, if the machine has not been restarted since.
    public var until: BootTime
    /// The delay in milliseconds that was drawn; after a reboot it starts again.
    public var delay: Int64
    /// Failures in a row.
    public var attempt: Int

    /// A back-off with all its parts.
    public init(bootID: String, until: BootTime, delay: Int64, attempt: Int) {
        self.bootID = bootID
        self.until = until
        self.delay = delay
        self.attempt = attempt
    }
}
