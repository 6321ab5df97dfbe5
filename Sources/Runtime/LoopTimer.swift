import CLinux
import Glibc
import Positioning

/// A timerfd on CLOCK_BOOTTIME: it expires in time also when the box slept in between, unlike poll's own timeout,
/// which does not count suspended time (timerfd_create(2)).
final class LoopTimer {
    let fd: Int32
    private var armed: BootTime?
    private var armedAt = BootTime(milliseconds: .min)

    init() throws(RuntimeError) {
        fd = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard fd >= 0 else { throw .system("cannot create a timer", errno) }
    }

    deinit {
        close(fd)
    }

    /// Milliseconds after it was set for which a timer that expires too soon may stay as it is.
    private static let rest: Int64 = 10

    /// Expires at `deadline`, or never. Costs a system call only if that is a change; messages that crowd, each of which
    /// puts the deadline off, share one, and the timer may then expire too soon. Setting the timer also clears an expiry,
    /// so it need not be read.
    func arm(_ deadline: BootTime?, now: BootTime) throws(RuntimeError) {
        guard deadline != armed, !isSoonEnough(for: deadline, now: now) else { return }
        var setting = itimerspec()
        if let deadline {
            // A value of zero would disarm the timer; an instant in the past expires at once.
            let milliseconds = max(deadline.milliseconds, 1)
            setting.it_value.tv_sec = Int(milliseconds / 1000)
            setting.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
        }
        guard timerfd_settime(fd, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
            throw .system("cannot set the timer", errno)
        }
        (armed, armedAt) = (deadline, now)
    }

    private func isSoonEnough(for deadline: BootTime?, now: BootTime) -> Bool {
        guard let armed, let deadline else { return false }
        return now < armed && armed < deadline && now.since(armedAt) < Self.rest
    }
}
