/// What `delivery.db` says about the outbox whose fixes it settles.
public struct DeliveryHeader: Equatable, Sendable {
    /// The life of the outbox that the ids belong to.
    public var generation: Generation
    /// Every id up to here is resolved.
    public var lowWater: Int64
    /// The greatest id that was settled, with its sample time; nil before the first.
    public var witness: Witness?
}
