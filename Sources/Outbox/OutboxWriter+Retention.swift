import Positioning
import SQLite

extension OutboxWriter {
    /// Rows that one call deletes at most, so that no call holds up the receiver.
    static let batch: Int64 = 500

    /// Deletes resolved fixes whose sample time is more than `keep-delivered` before `now` (or after `now`: a time that
    /// the receiver took back). One bounded batch; returns how many rows went.
    ///
    /// Without `now` nothing has an age; if none is to be kept at all, they go all the same.
    @discardableResult
    public func prune(now: UTCTime?) throws(OutboxError) -> Int {
        var rows: [(id: Int64, time: UTCTime)] = []
        if limits.keepDelivered == 0 {
            rows = try oldest(.resolved)
        } else if let now {
            let kept = now.advanced(by: -limits.keepDelivered)...now
            rows = try oldest(.resolved).filter { !kept.contains($0.time) }
        }
        return try delete(rows.map(\.id), cause: nil)
    }

    /// Deletes pending fixes whose sample time is more than `max-age` before `now`, and counts them as shed. One
    /// bounded batch of the oldest; returns how many rows went.
    ///
    /// Fixes that `resolved` has are left to the low-water mark.
    @discardableResult
    public func shedByAge(now: UTCTime, resolved: IDRanges = IDRanges()) throws(OutboxError) -> Int {
        let limit = now.advanced(by: -limits.maxAge)
        let old = try oldestPending(besides: resolved).filter { $0.time < limit }
        return try delete(old.map(\.id), cause: .age)
    }

    /// One step towards the size that the settings and the disk allow, if more is in use, or if a write found no room
    /// (`isUrgent`). Where it is the disk that is short, damaged files that were moved aside go first, one a step. Then
    /// the delivered fixes go; when there are none, the pending ones are thinned; when that is done, the oldest are
    /// dropped. Each is one bounded batch.
    @discardableResult
    public func makeRoom(resolved: IDRanges = IDRanges(), isUrgent: Bool = false) throws(OutboxError) -> Shedding {
        let isNeeded = try isUrgent ? true : bytesInUse() > allowance.comfortable
        guard isNeeded else { return .nothing }
        if allowance != Allowance(limits), let copy = DamagedCopies(of: path).removeOldest() {
            heedDisk()
            return .removedCopy(copy)
        }
        let pruned = try delete(oldest(.resolved).map(\.id), cause: nil)
        guard pruned == 0 else { return .pruned(pruned) }
        if let thinned = try thin(besides: resolved) { return .thinned(thinned) }
        return try dropOldest(resolved: resolved)
    }

    /// Drops a batch of the oldest pending fixes, which count as shed.
    public func dropOldest(resolved: IDRanges = IDRanges()) throws(OutboxError) -> Shedding {
        let dropped = try delete(oldestPending(besides: resolved).map(\.id), cause: .size)
        return dropped > 0 ? .dropped(dropped) : .nothing
    }

    /// Bytes of the file that hold data, and of its WAL at its limit.
    public func bytesInUse() throws(OutboxError) -> Int64 {
        try OutboxError.writing { () throws(SQLiteError) in
            let pages = try (connection.pragma("page_count") ?? 0) - (connection.pragma("freelist_count") ?? 0)
            return try pages * (connection.pragma("page_size") ?? 0) + allowance.journalSize
        }
    }

    /// Bytes that may be in use: what the settings allow, or what the disk can give if that is less, as of the last look.
    public var bytesAllowed: Int64 { allowance.bytes }

    private enum Part: String {
        case resolved = "id <= ?"
        case pending = "id > ?"
    }

    /// The pending rows of the first batch in which there are any: with `live-first` more than a batch of settled ones
    /// may stand before them.
    private func oldestPending(besides resolved: IDRanges) throws(OutboxError) -> [(id: Int64, time: UTCTime)] {
        var rows = try oldest(.pending)
        var pending = rows.filter { !resolved.contains($0.id) }
        while pending.isEmpty, let last = rows.last {
            rows = try oldest(.pending, after: last.id)
            pending = rows.filter { !resolved.contains($0.id) }
        }
        return pending
    }

    /// The first batch of a part of the rows; of the pending ones, the first behind `id` if it is given.
    private func oldest(_ part: Part, after id: Int64? = nil) throws(OutboxError) -> [(id: Int64, time: UTCTime)] {
        try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare(
                "SELECT id, time FROM fix WHERE \(part.rawValue) ORDER BY id LIMIT \(Self.batch)")
            try select.bind(id ?? lowWater, at: 1)
            var rows: [(id: Int64, time: UTCTime)] = []
            while try select.step() {
                rows.append((select.integer(0), UTCTime(milliseconds: select.integer(1))))
            }
            return rows
        }
    }

    /// Deletes the rows and counts them as shed by `cause`, if there is one.
    private func delete(_ ids: [Int64], cause: ShedCause?) throws(OutboxError) -> Int {
        guard !ids.isEmpty else { return 0 }
        try change { (state) throws(SQLiteError) in
            try remove(ids)
            if let cause { state.counters.shed[cause.rawValue, default: 0] += Int64(ids.count) }
        }
        return ids.count
    }

    /// Called within a transaction.
    func remove(_ ids: [Int64]) throws(SQLiteError) {
        let delete = try connection.prepare("DELETE FROM fix WHERE id = ?")
        for id in ids {
            try delete.bind(id, at: 1)
            try delete.run()
        }
    }
}
