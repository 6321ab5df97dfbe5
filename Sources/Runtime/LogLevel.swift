/// How much a log line matters, in ascending order.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For whoever looks for a fault of waypost.
    case debug
    /// What happens in the ordinary course.
    case info
    /// Ordinary but rare: a start, a change of state.
    case notice
    /// Something is wrong; waypost copes.
    case warning
    /// Something is wrong, and a person has to act.
    case error

    /// The number that journald and syslog use (sd-daemon(3)).
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        }
    }

    /// Lesser first.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.priority > right.priority
    }
}
