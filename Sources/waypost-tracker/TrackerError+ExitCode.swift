import LocalTracker
import Runtime

extension TrackerError: ReportableError {
    /// By who has to act: the caller, or whoever owns the file, the port or the disk.
    public var exitCode: ExitCode {
        switch self {
        case .option: .usage
        case .file: .noInput
        case .faultPlan: .dataError
        case .inUse, .listen, .server: .unavailable
        case .notMade, .unusable, .database: .cannotCreate
        }
    }
}
