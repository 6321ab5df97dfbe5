import Positioning

/// A tracker: what DescribeTracker tells of it, and what it has been sent.
struct StoredTracker: Equatable, Sendable {
    /// Row id.
    var id: Int64
    /// TrackerName.
    var name: String
    /// What it stores of what it receives.
    var filtering: PositionFiltering
    /// Description; empty for none.
    var description: String
    /// EventBridgeEnabled; kept and told, without effect.
    var eventBridge: Bool
    /// KmsKeyId; kept and told, without effect.
    var key: String?
    /// Tags; kept and told.
    var tags: [String: String]?
    /// When it was made.
    var created: UTCTime
    /// When it was changed last.
    var updated: UTCTime
    /// What became of the updates that it was sent.
    var counts: TrackerCounts
}
