import Positioning
import SQLite

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
    /// Entries of a newer program with the same schema, to be kept as they are.
    private var others: [String: Int64] = [:]

    /// The state of a file in which nothing has been resolved.
    init(generation: Generation, nextID: Int64) {
        self.generation = generation
        self.nextID = nextID
    }

    /// Nil if `ledger` lacks what the ids stand on.
    init?(ledger: [String: Int64]) {
        var rest = ledger
        func take(_ name: String) -> Int64? { rest.removeValue(forKey: name) }
        guard let generation = take("generation"), let nextID = take("next-id"), let lowWater = take("low-water")
        else { return nil }
        self.generation = Generation(rawValue: generation)
        self.nextID = nextID
        self.lowWater = lowWater
        greatestTime = take("greatest-time")
        isPaused = take("paused") == 1
        let (latest, duration) = (take("proven-time"), take("proven-for"))
        if let latest, let duration {
            provenTime = ProvenTime(latest: UTCTime(milliseconds: latest), duration: duration)
        }
        counters.received = take("received") ?? 0
        counters.kept = take("kept") ?? 0
        counters.delivered = take("delivered") ?? 0
        counters.dead = take("dead") ?? 0
        for level in ThinningLevel.allCases { thinned[level] = take(level.ledgerName) }
        for (name, value) in rest {
            if name.hasPrefix("dropped.") {
                counters.dropped[String(name.dropFirst(8))] = value
            } else if name.hasPrefix("shed.") {
                counters.shed[String(name.dropFirst(5))] = value
            } else {
                others[name] = value
            }
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
        for (name, value) in others { ledger[name] = value }
        return ledger
    }

    var header: OutboxHeader {
        OutboxHeader(
            generation: generation, nextID: nextID, lowWater: lowWater, isPaused: isPaused, counters: counters)
    }
}

extension OutboxState {
    /// What is wrong with a file in which `isOlderThanRows`.
    static let isOld = "its ledger is older than its rows"

    /// True if there are rows that this knows nothing of. They are stored together: a page has lost a write, as on a card
    /// that says too early that it has written.
    func isOlderThanRows(of connection: Connection) throws(SQLiteError) -> Bool {
        let greatest = try connection.prepare("SELECT max(id) FROM fix")
        return try greatest.step() && greatest.integer(0) >= nextID
    }
}
