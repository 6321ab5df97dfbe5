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

    /// Entries of a newer program with the same schema, to be kept as they are.
    private var others: [String: Int64] = [:]

    init(ledger: [String: Int64] = [:]) {
        var rest = ledger
        func take(_ name: String) -> Int64? { rest.removeValue(forKey: name) }
        generation = take("generation").map(Generation.init(rawValue:))
        lowWater = take("low-water") ?? 0
        let (id, time) = (take("witness"), take("witness-time"))
        if let id, let time, id > 0 {
            witness = Witness(id: id, sampleTime: UTCTime(milliseconds: time))
        }
        resolvedChecksum = take("resolved-checksum")
        counters.delivered = take("delivered") ?? 0
        counters.repeated = take("repeated") ?? 0
        counters.dead = take("dead") ?? 0
        counters.requests = take("requests") ?? 0
        counters.failedRequests = take("failed-requests") ?? 0
        counters.bytes = take("bytes") ?? 0
        others = rest
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
        for (name, value) in others { ledger[name] = value }
        return ledger
    }

    /// Tells whether `outbox` is the one that the ids are of.
    func recognise(_ outbox: OutboxReader) throws(OutboxError) -> DeliveryStore.Adoption {
        guard generation == outbox.header.generation else { return .newGeneration }
        guard let witness else { return .same }
        let stored = try outbox.sampleTime(of: witness.id)
        return witness.agrees(nextID: outbox.header.nextID, stored: stored) ? .same : .wentBack
    }

    /// Begins with an outbox of `generation` of which nothing is known to be settled.
    mutating func begin(_ generation: Generation) {
        (self.generation, witness, lowWater) = (generation, nil, 0)
    }

    /// Takes over what only `file` has: the file was replaced by one that a newer program wrote.
    mutating func keepOthers(of file: DeliveryState) {
        others.merge(file.others) { own, _ in own }
    }

    var header: DeliveryHeader? {
        generation.map { DeliveryHeader(generation: $0, lowWater: lowWater, witness: witness) }
    }
}
