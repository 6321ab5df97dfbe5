import Outbox
import Runtime

/// Why the uploader cannot start.
public struct UploaderError: ReportableError, Equatable {
    /// A sentence: what happened, to what, and what to do.
    public let description: String
    /// The code that fits.
    public let exitCode: ExitCode

    init(_ description: String, _ exitCode: ExitCode) {
        self.description = description
        self.exitCode = exitCode
    }

    init(_ error: OutboxError) {
        description = error.description
        exitCode =
            switch error {
            case .notReady, .removed, .inUse: .temporaryFailure
            case .newerSchema: .dataError
            case .damaged, .other: .software
            case .foreign: .configuration
            case .full, .noRoomToSalvage, .unwritable: .cannotCreate
            }
    }
}

extension OutboxError {
    /// The fault may pass while the process runs: a full disk, one that cannot be written or is not mounted yet, a lock,
    /// an owner that somebody corrects.
    var mayPass: Bool {
        switch self {
        case .full, .unwritable, .noRoomToSalvage: true
        case .notReady, .newerSchema, .damaged, .foreign, .removed, .inUse, .other: false
        }
    }
}
