import Outbox
import Positioning
import Runtime

/// What the agent tells Prometheus. No place: everybody on the box may read the file.
///
/// The counters are those of the outbox as of its last commit. What is only in RAM may be lost, and a counter that goes
/// back is taken for one that began anew, with all of it counted again.
struct AgentMetrics {
    var state: AgentState
    /// The committed accounting; nil while the outbox cannot be written.
    var counters: OutboxCounters?
    /// Whether the last attempt to write the outbox succeeded.
    var isOutboxWritable: Bool
    /// Bytes of the outbox that are in use; nil if that is not known.
    var outboxBytes: Int64?
    /// Bytes that it may use: `outbox.max-size`, or what the disk can give if that is less; nil if that is not known.
    var outboxLimit: Int64?

    var text: String {
        var metrics = MetricsText()
        metrics.addBuildInfo(program: "waypost-agent")
        metrics.add(
            "waypost_agent_state", oneOf: AgentState.Activity.allCases.map(\.rawValue), by: "state",
            current: state.activity.rawValue, help: "What the agent does: 1 for the one that holds.")
        metrics.add(
            .gauge, "waypost_time_trusted", state.trust == .trusted ? 1 : 0,
            help: "Whether the receiver's time is trusted.")
        metrics.add(
            "waypost_last_kept_sample_timestamp_seconds", state.lastKept?.sampleTime,
            help: "Sample time of the newest fix that was kept.")
        if let counters { add(counters, to: &metrics) }
        addOutbox(to: &metrics)
        return metrics.text
    }

    private func addOutbox(to metrics: inout MetricsText) {
        metrics.add(
            .gauge, "waypost_outbox_writable", isOutboxWritable ? 1 : 0,
            help: "Whether the outbox can be written: 0 while fixes are kept in memory only.")
        if let outboxBytes {
            metrics.add(.gauge, "waypost_outbox_bytes", outboxBytes, help: "Bytes of the outbox that are in use.")
        }
        if let outboxLimit {
            metrics.add(
                .gauge, "waypost_outbox_limit_bytes", outboxLimit,
                help: "Bytes that the outbox may use: outbox.max-size, or what the disk can give if that is less.")
        }
    }

    private func add(_ counters: OutboxCounters, to metrics: inout MetricsText) {
        metrics.add(
            .counter, "waypost_epochs_received_total", counters.received, help: "Epochs that came from the receiver.")
        metrics.add(
            .gauge, "waypost_epochs_held", counters.held, help: "Epochs that are neither kept nor dropped yet.")
        metrics.add(.counter, "waypost_fixes_kept_total", counters.kept, help: "Fixes that were stored.")
        metrics.add(
            .counter, "waypost_fixes_dropped_total", by: "reason",
            counters.dropped.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            help: "Epochs that were dropped, by the rule that dropped them.")
        metrics.add(
            .counter, "waypost_fixes_shed_total", by: "cause",
            ShedCause.allCases.map { ($0.rawValue, counters.shed[$0.rawValue] ?? 0) },
            help: "Stored fixes that were given up undelivered, by cause.")
    }
}
