import JSON
import Outbox
import Positioning

extension StatusReport {
    /// One object for programs, on one line.
    var json: String {
        var writer = JSONWriter(capacity: 2048)
        writer.object { json in
            json.member("time", now.iso8601)
            json.member("agent") { writeAgent(&$0) }
            json.member("outbox") { writeOutbox(&$0) }
            json.member("delivery") { writeDelivery(&$0) }
            json.member("problems") { json in json.array { array in problems.forEach { array.string($0) } } }
        }
        return writer.text
    }

    private func writeAgent(_ json: inout JSONWriter) {
        let counters = store.counted
        json.object { json in
            json.member("state", agent.word)
            json.member("running", agent.presence == .running)
            json.member("fix") { writeFix(&$0) }
            json.member("received") { Self.write(count("received", else: counters?.received), &$0) }
            json.member("kept") { Self.write(count("kept", else: counters?.kept), &$0) }
            json.member("held") { Self.write(count("held", else: counters?.held), &$0) }
            json.member("dropped") { json in
                guard let dropped else { return json.null() }
                json.object { json in
                    for (reason, count) in dropped { json.member(reason, count) }
                }
            }
            if let last = agent.state?["last_kept"] {
                json.member("last_kept") { $0.value(isPaused ? .null : last) }
            }
            let own: Set<String> = ["state", "running", "fix", "received", "kept", "held", "dropped", "last_kept"]
            Self.writeOthers(agent.state, besides: own, &json)
        }
    }

    /// The live fix, else the last one that was stored; no place while recording is paused.
    private func writeFix(_ json: inout JSONWriter) {
        if let live = liveFix { return json.value(live) }
        guard let stored = store.newest, let place = stored.fix.coordinate else { return json.null() }
        json.object { json in
            json.member("time", stored.fix.sampleTime.iso8601)
            json.member("latitude") { $0.decimal(place.latitude) }
            json.member("longitude") { $0.decimal(place.longitude) }
            if let accuracy = stored.fix.horizontalAccuracy { json.member("accuracy") { $0.decimal(accuracy) } }
        }
    }

    private func writeOutbox(_ json: inout JSONWriter) {
        json.object { json in
            json.member("pending") { Self.write(store.pending?.count, &$0) }
            json.member("oldest") { json in
                if let oldest = store.pending?.oldest { json.string(oldest.iso8601) } else { json.null() }
            }
            json.member("bytes") { Self.write(store.pending?.bytes, &$0) }
            json.member("kept") { Self.write(store.known(store.counters.kept), &$0) }
            json.member("paused") { $0.value(store.known(.bool(store.isPaused)) ?? .null) }
            json.member("shed_by_cause") { json in
                guard store.pending != nil else { return json.null() }
                json.object { json in
                    for (cause, count) in store.counters.shed.sorted(by: { $0.key < $1.key }) {
                        json.member(cause, count)
                    }
                }
            }
        }
    }

    private func writeDelivery(_ json: inout JSONWriter) {
        json.object { json in
            json.member("state", uploader.word)
            json.member("running", uploader.presence == .running)
            json.member("delivered") { Self.write(store.known(store.delivered), &$0) }
            json.member("repeated") { Self.write(store.repeated, &$0) }
            json.member("dead") { Self.write(store.known(store.dead), &$0) }
            json.member("dead_letters") { Self.write(store.deadLetters, &$0) }
            json.member("shed") { Self.write(store.known(store.counters.shedTotal), &$0) }
            for name in ["last_success", "last_error"] {
                json.member(name) { $0.value(uploader.lastKnown(name) ?? .null) }
            }
            for (name, spans) in [("bytes_by_day", store.wire.days), ("bytes_by_month", store.wire.months)] {
                json.member(name) { json in
                    json.object { json in
                        for span in spans { json.member(span.name, span.bytes) }
                    }
                }
            }
            json.member("bytes_per_position") { Self.write(bytesPerPosition, &$0) }
            let own: Set<String> = [
                "state", "running", "delivered", "repeated", "dead", "dead_letters", "shed", "last_success",
                "last_error", "bytes_by_day", "bytes_by_month", "bytes_per_position",
            ]
            Self.writeOthers(uploader.state, besides: own, &json)
        }
    }

    /// A count, or null if it is not known.
    private static func write(_ count: Int64?, _ json: inout JSONWriter) {
        json.value(count.map(JSONValue.integer) ?? .null)
    }

    /// What else a daemon says about itself, unchanged.
    private static func writeOthers(_ state: JSONValue?, besides own: Set<String>, _ json: inout JSONWriter) {
        for (name, value) in (state?.object ?? [:]).sorted(by: { $0.key < $1.key }) where !own.contains(name) {
            json.name(name)
            json.value(value)
        }
    }
}
