import Positioning
import Runtime

/// Clocks that only a test moves.
public final class ManualClock: MachineClock {
    /// Nil where something is waited for: then it is the clock of the machine.
    public var stopped: BootTime?
    /// What intervals run on.
    public var bootTime: BootTime {
        get { stopped ?? SystemClock().bootTime }
        set { stopped = newValue }
    }
    /// What CLOCK_REALTIME says.
    public var civilTime: UTCTime
    /// Nobody vouches for it, unless a test does.
    public var isSynchronised = false
    /// The name of this boot.
    public var bootID = "this-boot"

    /// Clocks that stand still, so many milliseconds after the boot.
    public init(boot: Int64 = 1_000_000, civil: UTCTime = UTCTime(seconds: 1_796_040_000)) {
        stopped = BootTime(milliseconds: boot)
        civilTime = civil
    }

    /// Lets `milliseconds` pass on both.
    public func advance(_ milliseconds: Int64) {
        bootTime = bootTime.advanced(by: milliseconds)
        civilTime = civilTime.advanced(by: milliseconds)
    }
}
