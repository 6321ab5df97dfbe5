import Positioning
import SQLite

/// One look at `delivery.db`, for everybody but the uploader: reads one state of it, changes nothing, and goes.
///
/// `notReady` means: let it go, try again later.
public final class DeliveryReader {
    let connection: Connection
    private let state: DeliveryState

    /// Opens the store at `path` and fixes the state that all calls see.
    public init(path: String) throws(OutboxError) {
        connection = try StoreFile.look(path, .delivery)
        state = try OutboxError.reading { [connection] () throws(SQLiteError) in
            DeliveryState(ledger: try Ledger.read(connection))
        }
    }

    /// What the file says about the outbox; nil before the uploader has seen one.
    public var header: DeliveryHeader? { state.header }
    /// The uploader's counters.
    public var counters: DeliveryCounters { state.counters }

    /// The resolved ids of `generation`, beyond the low-water mark too; none if the file speaks of another generation.
    public func resolved(in generation: Generation) throws(OutboxError) -> IDRanges {
        guard state.generation == generation else { return IDRanges() }
        return try OutboxError.reading { () throws(SQLiteError) in
            try ResolvedTable.read(connection, with: state)
        }
    }

    /// The ids in `ids` of `generation` whose fix counts as refused: it is a dead letter, or was one that was dropped, or
    /// that was delivered after all.
    public func deadLetterIDs(ids: ClosedRange<Int64>, generation: Generation) throws(OutboxError) -> Set<Int64> {
        try deadLetterIDs(ids: ids, generation: generation, and: "TRUE")
    }

    private func deadLetterIDs(
        ids: ClosedRange<Int64>, generation: Generation, and condition: String
    ) throws(OutboxError) -> Set<Int64> {
        try OutboxError.reading { () throws(SQLiteError) in
            let select = try connection.prepare(
                "SELECT id FROM dead_letter WHERE generation = ? AND id BETWEEN ? AND ? AND \(condition)")
            try select.bind(generation.rawValue, at: 1)
            try select.bind(ids.lowerBound, at: 2)
            try select.bind(ids.upperBound, at: 3)
            var found: Set<Int64> = []
            while try select.step() { found.insert(select.integer(0)) }
            return found
        }
    }

    /// Those of them that were not delivered after all.
    public func refusedIDs(ids: ClosedRange<Int64>, generation: Generation) throws(OutboxError) -> Set<Int64> {
        try deadLetterIDs(ids: ids, generation: generation, and: "code <> '\(DeadLetterTable.delivered)'")
    }

    /// Those of them that are dead letters still.
    public func listedIDs(ids: ClosedRange<Int64>, generation: Generation) throws(OutboxError) -> Set<Int64> {
        try deadLetterIDs(ids: ids, generation: generation, and: DeadLetterTable.isListed)
    }

    /// The first `limit` dead letters with a number above `number`, oldest first.
    public func deadLetters(after number: Int64 = 0, limit: Int) throws(OutboxError) -> [DeadLetter] {
        try OutboxError.reading { () throws(SQLiteError) in
            try DeadLetterTable.read(connection, after: number, limit: limit)
        }
    }

    /// How many dead letters there are.
    public func deadLetterCount() throws(OutboxError) -> Int64 {
        try OutboxError.reading { () throws(SQLiteError) in
            try DeadLetterTable.count(connection)
        }
    }

    /// Bytes that went over the wire, by UTC day (`2026-11-30`), oldest first.
    public func bytesSent() throws(OutboxError) -> [(day: String, bytes: Int64)] {
        try OutboxError.reading { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT day, bytes FROM sent ORDER BY day")
            var days: [(day: String, bytes: Int64)] = []
            while try select.step() { days.append((select.text(0) ?? "", select.integer(1))) }
            return days
        }
    }
}
