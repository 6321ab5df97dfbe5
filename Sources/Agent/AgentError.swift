import Outbox
import Runtime

/// Why the agent does not run.
public enum AgentError: ReportableError, Equatable {
    /// The outbox must not be written by this program.
    case outbox(OutboxError)

    /// A sentence: what happened, to what, and what to do.
    public var description: String {
        switch self {
        case .outbox(let error): error.description
        }
    }

    /// After EX_DATAERR and EX_CONFIG restarting does not help.
    public var exitCode: ExitCode {
        switch self {
        case .outbox(.inUse): .unavailable
        case .outbox(.foreign): .configuration
        case .outbox: .dataError
        }
    }
}
