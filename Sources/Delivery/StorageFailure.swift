/// Why the stores could not be read or written just now.
public enum StorageFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The agent has not made the outbox yet, or is changing it: nothing is wrong, look again later.
    case notReady(String)
    /// The outbox is another one than before: ids that were read from the old one mean nothing any more.
    case replaced
    /// The file cannot be used: no space, no permission, damage.
    case failed(String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notReady(let sentence), .failed(let sentence): sentence
        case .replaced: "The outbox was replaced by a new one; delivery starts anew with it."
        }
    }
}
