/// A tracker's own filter: received and billed positions that it does not store.
public enum PositionFiltering: Equatable, Sendable, CustomStringConvertible {
    /// Stores at most one position per 30 s and device.
    case timeBased
    /// Does not store a position less than 30 m from the one before.
    case distanceBased
    /// Does not store a move below the sum of both accuracies.
    case accuracyBased
    /// A filter that this version does not know.
    case other(String)

    init(_ name: String) {
        switch name {
        case "TimeBased": self = .timeBased
        case "DistanceBased": self = .distanceBased
        case "AccuracyBased": self = .accuracyBased
        default: self = .other(name)
        }
    }

    /// The name that the service uses.
    public var description: String {
        switch self {
        case .timeBased: "TimeBased"
        case .distanceBased: "DistanceBased"
        case .accuracyBased: "AccuracyBased"
        case .other(let name): name
        }
    }
}
