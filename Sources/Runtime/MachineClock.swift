import Positioning

/// The clocks of the machine that the program runs on; a test gives its own.
public protocol MachineClock {
    /// CLOCK_BOOTTIME: what intervals, deadlines and back-off run on.
    var bootTime: BootTime { get }
    /// CLOCK_REALTIME: may be in 1970 on a box without a real-time clock, and may jump.
    var civilTime: UTCTime { get }
    /// True if the kernel calls CLOCK_REALTIME synchronised, which an NTP client or a PPS source makes it do.
    var isSynchronised: Bool { get }
    /// Names this boot; boot times of different boots cannot be compared. Empty if the kernel does not say.
    var bootID: String { get }
}

extension MachineClock {
    /// CLOCK_REALTIME if the kernel calls it synchronised, else nil.
    public var synchronisedTime: UTCTime? { isSynchronised ? civilTime : nil }
}
