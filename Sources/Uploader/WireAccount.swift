import Outbox
import Positioning
import Transport

/// Counts in the uploader's file what goes over the wire, by UTC day.
struct WireAccount {
    /// Bytes in both directions that are counted already.
    private(set) var counted: Int64 = 0

    /// Counts what `client` has sent and received since the last call, for the day of `time`.
    mutating func count(_ client: HTTPClient, in store: DeliveryStore, at time: UTCTime) {
        let total = client.traffic.sent + client.traffic.received
        guard total > counted else { return }
        store.countSent(total - counted, day: String(time.iso8601.prefix(10)))
        counted = total
    }
}
