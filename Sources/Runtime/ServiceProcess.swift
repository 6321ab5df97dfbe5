import Glibc

/// What systemd says to this process in its environment (systemd.exec(5)).
///
/// A shell hands its environment on to what a person starts from it: only what names this very process counts.
public enum ServiceProcess {
    /// True if systemd itself started this process, by SYSTEMD_EXEC_PID (systemd 248 and later).
    public static var isService: Bool {
        getenv("SYSTEMD_EXEC_PID").flatMap { Int32(String(cString: $0)) } == getpid()
    }

    /// True if what is written to `descriptor` goes into the journal, by JOURNAL_STREAM.
    public static func isJournal(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(descriptor, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }
}
