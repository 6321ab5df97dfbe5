/// What the uploader did since `delivery.db` was made.
public struct DeliveryCounters: Equatable, Sendable {
    /// Fixes that the tracker acknowledged.
    public var delivered: Int64 = 0
    /// Fixes that were sent again because an answer was lost.
    public var repeated: Int64 = 0
    /// Fixes that the tracker refused for good.
    public var dead: Int64 = 0

    /// All zero.
    public init() {}
}
