import Positioning

/// The numbers of `delivery.db` that are not rows, as they lie in its ledger.
struct DeliveryState: Equatable {
    /// Nil before the uploader has seen an outbox.
    var generation: Generation?
    var lowWater: Int64 = 0
    var witness: Witness?
    var counters = DeliveryCounters()
    /// Of the ranges that were stored with this; nil before the first.
    var resolvedChecksum: Int64?

    init(ledger: [String: Int64] = [:]) {
        generation = ledger["generation"].map(Generation.init(rawValue:))
        lowWater = ledger["low-water"] ?? 0
        if let id = ledger["witness"], let time = ledger["witness-time"], id > 0 {
            witness = Witness(id: id, sampleTime: UTCTime(milliseconds: time))
        }
        resolvedChecksum = ledger["resolved-checksum"]
        counters.delivered = ledger["delivered"] ?? 0
        counters.repeated = ledger["repeated"] ?? 0
        counters.dead = ledger["dead"] ?? 0
        counters.requests = ledger["requests"] ?? 0
        counters.failedRequests = ledger["failed-requests"] ?? 0
        counters.bytes = ledger["bytes"] ?? 0
    }

    var ledger: [String: Int64] {
        var ledger: [String: Int64] = [
            "low-water": lowWater, "delivered": counters.delivered, "repeated": counters.repeated,
            "dead": counters.dead, "requests": counters.requests, "failed-requests": counters.failedRequests,
            "bytes": counters.bytes, "witness": witness?.id ?? 0,
            "witness-time": witness?.sampleTime.milliseconds ?? 0,
        ]
        ledger["generation"] = generation?.rawValue
        ledger["resolved-checksum"] = resolvedChecksum
        return ledger
    }

    var header: DeliveryHeader? {
        generation.map { DeliveryHeader(generation: $0, lowWater: lowWater, witness: witness) }
    }
}
