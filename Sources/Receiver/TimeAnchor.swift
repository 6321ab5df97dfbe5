import Positioning

/// One instant on both clocks: the receiver's UTC and this machine's boot time.
///
/// It is what trust in the time stands on, and all that has to be kept over a restart of the agent. Only good within
/// the boot that it names (/proc/sys/kernel/random/boot_id).
public struct TimeAnchor: Equatable, Sendable {
    /// The kernel's id of the boot.
    public var bootID: String
    /// When the fix arrived.
    public var boot: BootTime
    /// The sample time of the fix.
    public var utc: UTCTime

    /// The anchor of `utc` at `boot` within the boot `bootID`.
    public init(bootID: String, boot: BootTime, utc: UTCTime) {
        (self.bootID, self.boot, self.utc) = (bootID, boot, utc)
    }

    /// The UTC at another instant of the same boot.
    public func time(at boot: BootTime) -> UTCTime {
        utc.advanced(by: boot.since(self.boot))
    }
}
