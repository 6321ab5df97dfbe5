import Glibc

/// What a daemon does before anything else.
public enum Daemon {
    /// Blocks the signals that `SignalSource` will read, ignores SIGPIPE, and sets umask 0027, so that what the
    /// daemon creates is its own to write, its group's to read, and nobody else's.
    ///
    /// Must come before the first call into a library that may start a thread: threads inherit the mask. So do child
    /// processes: whoever spawns one gives it an empty mask (POSIX_SPAWN_SETSIGMASK).
    public static func prepare() {
        var mask = Signal.mask
        sigprocmask(SIG_BLOCK, &mask, nil)
        signal(SIGPIPE, SIG_IGN)
        umask(0o027)
    }
}
