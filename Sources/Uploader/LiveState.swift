import Delivery
import JSON
import Outbox
import Positioning
import Runtime

/// The uploader's live state as JSON: `state.json`, and the answer to `status`.
struct LiveState {
    var status: DeliveryStatus
    var counters: DeliveryCounters
    var lastSuccess: UTCTime?
    /// Bytes on the wire since the process started, both directions.
    var bytes: Int64
    var clock: any MachineClock
    var processID: Int32

    /// One line.
    var json: String {
        let now = clock.bootTime
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("pid", processID)
            json.member("state", status.state.rawValue)
            json.member("next_in_ms") { $0.optional(status.until.map { max(0, $0.since(now)) }) }
            json.member("hold") { $0.optional(status.hold?.rawValue) }
            json.member("last_success") { $0.optional(lastSuccess?.iso8601) }
            json.member("last_error") { $0.optional(status.lastError) }
            json.member("failures", status.failures)
            json.member("in_flight", status.inFlight)
            json.member("delivered", counters.delivered)
            json.member("repeated", counters.repeated)
            json.member("dead", counters.dead)
            json.member("bytes", bytes)
            json.member("boot_id", clock.bootID)
            json.member("boot_ms", now.milliseconds)
        }
        return json.text
    }

    /// One line for systemctl status.
    var line: String {
        let error = status.lastError.map { "; \($0)" } ?? ""
        return "\(status.state.rawValue), \(counters.delivered) delivered\(error)"
    }
}

extension JSONWriter {
    fileprivate mutating func optional(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    fileprivate mutating func optional(_ value: Int64?) {
        if let value { integer(value) } else { null() }
    }
}
