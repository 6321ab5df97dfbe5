import Glibc

/// The signals that a daemon answers.
public enum Signal: CaseIterable, Sendable {
    /// SIGTERM: flush and end.
    case terminate
    /// SIGINT, from the keyboard: the same.
    case interrupt
    /// SIGHUP: read the settings again.
    case hangUp
    /// SIGUSR1: send now.
    case user1

    init?(number: Int32) {
        guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = signal
    }

    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        case .user1: SIGUSR1
        }
    }

    /// The set of all of them, as sigprocmask(2) and signalfd(2) want it.
    static var mask: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in allCases { sigaddset(&set, signal.number) }
        return set
    }
}
