import LocalTracker
import Runtime

extension TrackerError: ReportableError {
    public var exitCode: ExitCode {
        switch self {
        case .option: .usage
        case .file: .noInput
        case .listen, .server: .unavailable
        case .database: .cannotCreate
        }
    }
}
