import AmazonLocation
import Outbox

/// The final word about some fixes, to be stored in one transaction.
public struct Settlement: Equatable, Sendable {
    /// A fix that the service refuses for good.
    public struct DeadLetter: Equatable, Sendable {
        /// The fix.
        public var fix: StoredFix
        /// The service's error name.
        public var code: String
        /// The service's own words.
        public var message: String
    }

    /// Fixes that the tracker acknowledged.
    public var delivered: [StoredFix] = []
    /// Fixes that it refused for good; none that was a dead letter before.
    public var dead: [DeadLetter] = []
    /// How many fixes went again after an attempt which may have delivered them.
    public var repeated = 0

    /// Nothing yet.
    public init() {}

    /// True if there is nothing to store.
    public var isEmpty: Bool { delivered.isEmpty && dead.isEmpty && repeated == 0 }
}
