import JSON

/// What CreateTracker and UpdateTracker can both set; nil for what a request leaves alone.
struct TrackerSettings: Equatable, Sendable {
    /// `PositionFiltering`; `None` too, which the service does not have.
    var filtering: PositionFiltering?
    /// `Description`.
    var description: String?
    /// `EventBridgeEnabled`.
    var eventBridge: Bool?

    init(_ body: JSONValue, _ reader: inout RequestReader) {
        description = reader.optionalText(body["Description"], "description", length: ServiceLimits.description)
        eventBridge = reader.optionalFlag(body["EventBridgeEnabled"], "eventBridgeEnabled")
        guard let text = reader.optionalText(body["PositionFiltering"], "positionFiltering", length: 0...Int.max)
        else { return }
        filtering = PositionFiltering(rawValue: text)
        if filtering == nil {
            reader.fault(
                "positionFiltering", "Member must satisfy enum value set: [TimeBased, DistanceBased, AccuracyBased]")
        }
    }
}
