/// Decides what every outcome means. Nothing else in waypost does.
///
/// The classes are those of the retry specification of the AWS SDKs (standard mode) where it has one; the rest is
/// waypost's own: a fix is given up only when the service refuses it by name, alone, while it accepts others.
public enum OutcomePolicy {
    /// How often a fix goes that is refused with a code which nobody has documented.
    public static let tries = 5
    /// A clock this far off, in milliseconds, explains a refused signature (aws-sdk-swift uses the same bound).
    public static let explainingSkew: Int64 = 300_000
    /// How many answers without proof, or peers without trust, are taken for a hiccup of the network.
    public static let tolerableDoubts = 2

    /// What becomes of a batch whose attempt ended with `outcome`.
    public static func disposition(of outcome: Outcome, in context: AttemptContext) -> Disposition {
        switch outcome {
        case .answered: .delivered
        case .unproven: doubt(context, else: .impostor)
        case .untrusted: doubt(context, else: .trust)
        case .unsendable: doubt(context, else: .request)
        case .certificateTime: .hold(.clock)
        case .unreachable, .answerLost, .serverFault, .credentialsUnreachable: .again(.transient)
        case .throttled: .again(.throttled)
        case .clockRefused: context.corrected || context.skew == nil ? .hold(.clock) : .again(.corrected)
        case .signatureRefused: clockFirst(context) ?? refreshOnce(context)
        case .credentialsExpired, .credentialsRefused: refreshOnce(context)
        case .credentialsMissing: .hold(.credentials)
        case .forbidden: clockFirst(context) ?? .hold(.permission)
        case .trackerMissing: .hold(.tracker)
        case .accountRefused: .hold(.account)
        case .invalid: context.fixes > 1 ? .bisect : .deadLetter
        case .unmodelled: context.fixes > 1 ? .bisect : .hold(.refusedAlike)
        }
    }

    /// What becomes of a fix that a 200 answer names with `code`.
    public static func disposition(ofItem code: String) -> ItemDisposition {
        switch code {
        case "ThrottlingError", "InternalServerError", "ConflictError": .again
        case "ValidationError": .deadLetter
        case "AccessDeniedError": .hold(.permission)
        case "ResourceNotFoundError": .hold(.tracker)
        default: .againBounded
        }
    }

    private static func doubt(_ context: AttemptContext, else reason: HoldReason) -> Disposition {
        context.doubts < tolerableDoubts ? .again(.transient) : .hold(reason)
    }

    private static func refreshOnce(_ context: AttemptContext) -> Disposition {
        context.refreshed ? .hold(.credentials) : .again(.refreshed)
    }

    private static func clockFirst(_ context: AttemptContext) -> Disposition? {
        guard !context.corrected, let skew = context.skew, abs(skew) > explainingSkew else { return nil }
        return .again(.corrected)
    }
}
