import CLinux
import Glibc
import Positioning

/// The kernel's own clocks.
public struct SystemClock: MachineClock {
    /// /proc/sys/kernel/random/boot_id, read once: it never changes while the program runs.
    public let bootID: String

    /// Reads the boot id; the clocks are read at each use.
    public init() {
        let text = try? TextFile.read("/proc/sys/kernel/random/boot_id", limit: 128)
        bootID = String((text ?? "").prefix { !$0.isWhitespace })
    }

    /// CLOCK_BOOTTIME, rounded down to a millisecond.
    public var bootTime: BootTime {
        BootTime(milliseconds: Self.milliseconds(of: CLOCK_BOOTTIME))
    }

    /// CLOCK_REALTIME, rounded down to a millisecond.
    public var civilTime: UTCTime {
        UTCTime(milliseconds: Self.milliseconds(of: CLOCK_REALTIME))
    }

    /// adjtimex(2) with no mode changes nothing and needs no privilege.
    public var isSynchronised: Bool {
        var state = timex()
        let result = adjtimex(&state)
        return result >= 0 && result != TIME_ERROR && state.status & STA_UNSYNC == 0
    }

    /// CLOCK_MONOTONIC in microseconds, which systemd wants with RELOADING=1.
    static var monotonicMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
