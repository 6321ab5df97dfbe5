import CLinux
import Glibc
import Positioning

/// The system clock, as far as the kernel vouches for it.
public enum SystemClock {
    /// UTC from the system clock if the kernel calls it synchronised (adjtimex(2): no error, `STA_UNSYNC` clear), else
    /// nil: on a box without network and without a real-time clock it says 1970.
    public static func synchronised() -> UTCTime? {
        var state = timex()
        let result = adjtimex(&state)
        guard result >= 0, result != TIME_ERROR, state.status & STA_UNSYNC == 0 else { return nil }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UTCTime(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
    }
}
