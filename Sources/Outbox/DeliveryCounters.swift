/// What the uploader did since `delivery.db` was made.
public struct DeliveryCounters: Equatable, Sendable {
    /// Fixes that the tracker acknowledged.
    public var delivered: Int64 = 0
    /// Fixes that were sent again because an answer was lost.
    public var repeated: Int64 = 0
    /// Fixes that the tracker refused for good.
    public var dead: Int64 = 0

    /// Requests to the tracker that ended, however they did.
    public var requests: Int64 = 0
    /// Those of them that brought no proper answer.
    public var failedRequests: Int64 = 0
    /// Bytes that went over the wire, in both directions.
    public var bytes: Int64 = 0

    /// All zero.
    public init() {}
}
