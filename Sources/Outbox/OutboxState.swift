import Positioning

/// The numbers of `outbox.db` that are not rows, as they lie in its ledger.
struct OutboxState: Equatable {
    var generation: Generation
    var nextID: Int64
    var lowWater: Int64 = 0
    /// The greatest sample time that was ever stored; nil before the first.
    var greatestTime: Int64?
    var isPaused = false
    /// How long the receiver's time has gone on; nil before it was ever trusted for a while.
    var provenTime: ProvenTime?
    /// The id up to which each level has thinned what is pending.
    var thinned: [ThinningLevel: Int64] = [:]
    var counters = OutboxCounters()

    /// The state of a file in which nothing has been resolved.
    init(generation: Generation, nextID: Int64) {
        self.generation = generation
        self.nextID = nextID
    }

    /// Nil if `ledger` lacks what the ids stand on.
    init?(ledger: [String: Int64]) {
        guard let generation = ledger["generation"], let nextID = ledger["next-id"], let lowWater = ledger["low-water"]
        else { return nil }
        self.generation = Generation(rawValue: generation)
        self.nextID = nextID
        self.lowWater = lowWater
        greatestTime = ledger["greatest-time"]
        isPaused = ledger["paused"] == 1
        if let latest = ledger["proven-time"], let duration = ledger["proven-for"] {
            provenTime = ProvenTime(latest: UTCTime(milliseconds: latest), duration: duration)
        }
        counters.received = ledger["received"] ?? 0
        counters.kept = ledger["kept"] ?? 0
        counters.delivered = ledger["delivered"] ?? 0
        counters.dead = ledger["dead"] ?? 0
        for level in ThinningLevel.allCases { thinned[level] = ledger[level.ledgerName] }
        for (name, value) in ledger {
            if name.hasPrefix("dropped.") { counters.dropped[String(name.dropFirst(8))] = value }
            if name.hasPrefix("shed.") { counters.shed[String(name.dropFirst(5))] = value }
        }
    }

    var ledger: [String: Int64] {
        var ledger = [
            "generation": generation.rawValue, "next-id": nextID, "low-water": lowWater,
            "paused": isPaused ? 1 : 0, "received": counters.received, "kept": counters.kept,
            "delivered": counters.delivered, "dead": counters.dead,
        ]
        ledger["greatest-time"] = greatestTime
        ledger["proven-time"] = provenTime?.latest.milliseconds
        ledger["proven-for"] = provenTime?.duration
        for (level, id) in thinned { ledger[level.ledgerName] = id }
        for (reason, count) in counters.dropped { ledger["dropped." + reason] = count }
        for (cause, count) in counters.shed { ledger["shed." + cause] = count }
        return ledger
    }

    var header: OutboxHeader {
        OutboxHeader(
            generation: generation, nextID: nextID, lowWater: lowWater, isPaused: isPaused, counters: counters)
    }
}
