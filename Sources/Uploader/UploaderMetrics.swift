import Delivery
import Outbox
import Positioning
import Runtime

/// What the uploader tells Prometheus.
///
/// The counters are those of `delivery.db` as of its last commit: a counter that goes back would be taken for one that
/// began anew, with all of it counted again.
struct UploaderMetrics {
    var status: DeliveryStatus
    var counters: DeliveryCounters
    /// What waits for delivery; nil if the outbox cannot be read now.
    var backlog: PendingSummary?
    /// Dead letters that are kept; nil if that is not known.
    var deadLetters: Int64?
    /// When the tracker last answered this process as it should; nil if it did not yet.
    var lastSuccess: UTCTime?

    var text: String {
        var metrics = MetricsText()
        metrics.addBuildInfo(program: UploaderProgram.name)
        addState(to: &metrics)
        addBacklog(to: &metrics)
        addCounters(to: &metrics)
        return metrics.text
    }

    private func addState(to metrics: inout MetricsText) {
        metrics.add(
            "waypost_delivery_state", oneOf: DeliveryStatus.State.allCases.map(\.rawValue), by: "state",
            current: status.state.rawValue, help: "What delivery does: 1 for the one that holds.")
        metrics.add(
            "waypost_delivery_held", oneOf: HoldReason.allCases.map(\.rawValue), by: "reason",
            current: status.hold?.rawValue,
            help: "Why delivery is held until somebody mends something: 1 for the reason.")
        metrics.add(
            .gauge, "waypost_delivery_failures", Int64(status.failures),
            help: "Failed attempts in a row, those inside a request not counted.")
        metrics.add(
            "waypost_delivery_last_success_timestamp_seconds", lastSuccess,
            help: "When the tracker last answered as it should, since the uploader started.")
    }

    private func addBacklog(to metrics: inout MetricsText) {
        if let backlog {
            metrics.add(.gauge, "waypost_backlog_fixes", backlog.count, help: "Stored fixes that wait for delivery.")
            metrics.add(
                "waypost_backlog_oldest_sample_timestamp_seconds", backlog.oldest,
                help: "Sample time of the oldest fix that waits for delivery; absent if none waits.")
        }
        if let deadLetters {
            metrics.add(
                .gauge, "waypost_dead_letters", deadLetters,
                help: "Fixes that the tracker refused for good and that are still kept.")
        }
    }

    private func addCounters(to metrics: inout MetricsText) {
        metrics.add(
            .counter, "waypost_fixes_delivered_total", counters.delivered, help: "Fixes that the tracker acknowledged.")
        metrics.add(
            .counter, "waypost_fixes_repeated_total", counters.repeated,
            help: "Fixes that were sent again because an answer was lost.")
        metrics.add(
            .counter, "waypost_fixes_dead_total", counters.dead, help: "Fixes that the tracker refused for good.")
        metrics.add(
            .counter, "waypost_requests_total", counters.requests, help: "Requests to the tracker that ended.")
        metrics.add(
            .counter, "waypost_requests_failed_total", counters.failedRequests,
            help: "Requests to the tracker that brought no proper answer.")
        metrics.add(
            .counter, "waypost_wire_bytes_total", counters.bytes,
            help: "Bytes of requests and answers in both directions, TLS included.")
    }
}
