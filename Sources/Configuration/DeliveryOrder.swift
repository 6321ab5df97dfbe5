/// What is sent first after an outage: `delivery.order`.
public enum DeliveryOrder: String, CaseIterable, Sendable {
    /// Oldest first.
    case chronological
    /// The newest batch, then the backlog, oldest first.
    case liveFirst = "live-first"
}
