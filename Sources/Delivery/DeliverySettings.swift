/// The operator's settings of `[delivery]`, durations in milliseconds.
public struct DeliverySettings: Equatable, Sendable {
    /// Which fixes go first when more wait than one batch.
    public enum Order: String, CaseIterable, Sendable {
        /// Oldest first, always.
        case chronological
        /// After an outage the newest batch first, then the backlog, oldest first, beside what comes in.
        case liveFirst = "live-first"
    }

    /// Fixes of a full batch: the service's limit for one request.
    public static let batchSize = 10

    /// The longest that a fix waits for its batch to fill.
    public var linger: Int64 = 60_000
    /// Which fixes go first.
    public var order = Order.chronological
    /// Batches under way at once, 1...16; 1 keeps strict order.
    public var inFlight = 1
    /// The most requests that start in a second; nil for no cap.
    public var maxRequestsPerSecond: Double? = 2
    /// The longest wait between attempts.
    public var maxBackOff: Int64 = 900_000
    /// After an outage the drain of the backlog starts after a random part of this.
    public var spread: Int64 = 300_000

    /// The defaults.
    public init() {}

    /// These settings for sending what is pending at once, as `waypost-uploader --drain` does.
    public var draining: DeliverySettings {
        var settings = self
        settings.linger = 0
        settings.spread = 0
        return settings
    }
}
