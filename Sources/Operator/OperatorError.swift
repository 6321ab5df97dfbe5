import AmazonLocation
import Delivery
import Glibc
import Outbox
import Runtime

/// Why a command could not do what it was asked to.
struct OperatorError: ReportableError, Equatable {
    /// A sentence for a person: what happened, to what, and what to do unless that is in `advice`.
    var description: String
    /// What to do about an answer of the service, or of what stands before it.
    var advice: String?
    var exitCode: ExitCode
    /// The service knows the caller, and does not allow this to it.
    var isDenied = false

    init(_ description: String, _ exitCode: ExitCode) {
        self.description = description
        self.exitCode = exitCode
    }

    /// Why the database at `path`, which `program` makes, could not be read.
    init(_ error: OutboxError, reading path: String, of program: String) {
        self.init(error)
        if case .damaged = error {
            description +=
                " \(program) saves what is readable of it into a new file when it starts: "
                + InitSystem().restart([program])
        }
        guard case .notReady = error, access(path, R_OK) != 0 else { return }
        if errno == EACCES {
            self.init("you may not read \(path); join the group waypost, then log in anew", .noPermission)
        } else if errno == ENOENT || errno == ENOTDIR {
            self.init("\(path) does not exist yet; \(program) makes it when it first runs", .noInput)
        }
    }

    init(_ error: OutboxError) {
        description = error.description
        switch error {
        case .notReady: exitCode = .temporaryFailure
        case .damaged, .newerSchema: exitCode = .dataError
        case .full, .noRoomToSalvage, .unwritable, .other: exitCode = .inputOutput
        case .foreign: exitCode = .configuration
        case .removed, .inUse: exitCode = .temporaryFailure
        }
    }

    init(_ failure: CallFailure) {
        let outcome = Outcome(failure)
        description = failure.description
        isDenied = outcome == .forbidden
        switch outcome {
        case .forbidden, .credentialsRefused, .credentialsExpired, .signatureRefused:
            exitCode = .noPermission
            advice =
                "check the keys and the role's policy: geo:DescribeTracker, geo:BatchUpdateDevicePosition and "
                + "geo:GetDevicePositionHistory"
        case .credentialsMissing: (exitCode, advice) = (.noPermission, CredentialsCheck.advice)
        case .trackerMissing:
            exitCode = .configuration
            advice = "check tracker.name and tracker.region, or make the tracker: man waypost.conf, SEE ALSO"
        case .invalid, .unmodelled: exitCode = .configuration
        case .answered, .unproven: exitCode = .unavailable
        case .unreachable, .answerLost:
            exitCode = .temporaryFailure
            advice = "check the network and the name service of this box"
        case .clockRefused: (exitCode, advice) = (.temporaryFailure, "set the clock of this box")
        case .untrusted, .certificateTime, .unsendable, .serverFault, .throttled, .credentialsUnreachable,
            .accountRefused:
            exitCode = .temporaryFailure
        }
    }

    /// The same with the advice in its sentence.
    var withAdvice: OperatorError {
        guard let advice else { return self }
        let what = description.hasSuffix(".") ? String(description.dropLast()) : description
        return OperatorError("\(what); \(advice)", exitCode)
    }
}
