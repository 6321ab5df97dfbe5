import Positioning
import SQLite

/// One look at `outbox.db`, for everybody but the agent: reads one state of it, changes nothing, and goes.
///
/// Let the reader go before you wait for anything (the network, a terminal): while it lives, the agent's WAL grows.
/// `notReady` means: let it go, try again later.
public final class OutboxReader {
    let connection: Connection
    private let devices: DeviceNames
    private let state: OutboxState

    /// Opens the outbox at `path` and fixes the state that all calls see.
    public init(path: String) throws(OutboxError) {
        connection = try StoreFile.look(path, .outbox)
        let parts = try OutboxError.reading { [connection] () throws(SQLiteError) in
            (try Ledger.read(connection), try DeviceNames(connection))
        }
        devices = parts.1
        guard let state = OutboxState(ledger: parts.0) else {
            throw .notReady(
                SQLiteError(
                    code: .error, message: "the agent has not begun it yet", activity: "read the ledger", path: path))
        }
        self.state = state
    }

    /// What the file says about itself.
    public var header: OutboxHeader { state.header }

    /// The first `limit` fixes with an id above `id`, ascending by id.
    ///
    /// A row that is damaged is passed over: for delivery it does not exist. The agent counts it as shed.
    public func fixes(after id: Int64, limit: Int) throws(OutboxError) -> [StoredFix] {
        try rows("id > ?1 ORDER BY id", limit: limit) { (select) throws(SQLiteError) in try select.bind(id, at: 1) }
    }

    /// The last `limit` fixes with an id above `id`, descending by id.
    public func newest(above id: Int64 = 0, limit: Int) throws(OutboxError) -> [StoredFix] {
        try rows("id > ?1 ORDER BY id DESC", limit: limit) { (select) throws(SQLiteError) in
            try select.bind(id, at: 1)
        }
    }

    /// The first `limit` fixes with an id above `id` and a sample time in `times`, ascending by id: one page of an
    /// export. Ask for the next with the last id and a new reader.
    public func fixes(in times: ClosedRange<UTCTime>, after id: Int64, limit: Int) throws(OutboxError) -> [StoredFix] {
        try rows("id > ?1 AND time BETWEEN ?2 AND ?3 ORDER BY id", limit: limit) { (select) throws(SQLiteError) in
            try select.bind(id, at: 1)
            try select.bind(times.lowerBound.milliseconds, at: 2)
            try select.bind(times.upperBound.milliseconds, at: 3)
        }
    }

    /// What waits for delivery. `resolved` is what `delivery.db` knows beyond the low-water mark that the agent copied.
    public func pending(resolved: IDRanges = IDRanges()) throws(OutboxError) -> PendingSummary {
        var count = state.counters.pending
        for range in resolved.ranges where range.upperBound > state.lowWater {
            count -= try rowCount(max(range.lowerBound, state.lowWater + 1)...range.upperBound)
        }
        let oldest = try firstUnresolved(resolved)?.fix.sampleTime
        let bytes = try OutboxError.reading { () throws(SQLiteError) in
            try (connection.pragma("page_count") ?? 0) * (connection.pragma("page_size") ?? 0)
        }
        return PendingSummary(count: max(0, count), oldest: oldest, bytes: bytes)
    }

    /// How many of `ids` have a row: a fix that was shed while it was under way has none, and stays counted as shed.
    public func rowCount(of ids: Set<Int64>) throws(OutboxError) -> Int64 {
        var count: Int64 = 0
        for id in ids { count += try rowCount(id...id) }
        return count
    }

    /// The sample time of the fix `id`; nil if it is gone or damaged.
    func sampleTime(of id: Int64) throws(OutboxError) -> UTCTime? {
        try rows("id = ?1", limit: 1) { (select) throws(SQLiteError) in try select.bind(id, at: 1) }
            .first?.fix.sampleTime
    }

    /// The first fix above the low-water mark that `resolved` does not have.
    func firstUnresolved(_ resolved: IDRanges) throws(OutboxError) -> StoredFix? {
        var id = resolved.lowWater(above: state.lowWater)
        while let next = try fixes(after: id, limit: 1).first {
            guard resolved.contains(next.id) else { return next }
            id = resolved.lowWater(above: next.id - 1)
        }
        return nil
    }

    private func rowCount(_ ids: ClosedRange<Int64>) throws(OutboxError) -> Int64 {
        try OutboxError.reading { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT count(*) FROM fix WHERE id BETWEEN ? AND ?")
            try select.bind(ids.lowerBound, at: 1)
            try select.bind(ids.upperBound, at: 2)
            return try select.step() ? select.integer(0) : 0
        }
    }

    private func rows(
        _ condition: String, limit: Int, _ bind: (Statement) throws(SQLiteError) -> Void
    ) throws(OutboxError) -> [StoredFix] {
        let fixes = try OutboxError.reading { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT \(FixRow.columns) FROM fix WHERE \(condition)")
            try bind(select)
            var fixes: [StoredFix] = []
            while fixes.count < limit, try select.step() {
                if let fix = FixRow.read(select, devices: devices) { fixes.append(fix) }
            }
            return fixes
        }
        // The agent will give such an id to another fix.
        guard fixes.allSatisfy({ $0.id < state.nextID }) else {
            throw .damaged(path: connection.path, findings: [OutboxState.isOld])
        }
        return fixes
    }
}
