import SQLite

/// The resolved ids above the low-water mark, a row for each range.
enum ResolvedTable {
    /// All resolved ids: those up to the low-water mark, and the ranges above it. Throws `corrupt` if the ranges are not
    /// those that `state` was stored with: one that damage has widened would declare fixes delivered that were not.
    static func read(_ connection: Connection, with state: DeliveryState) throws(SQLiteError) -> IDRanges {
        var ids = IDRanges()
        if state.lowWater > 0 { ids.insert(1...state.lowWater) }
        let select = try connection.prepare("SELECT first, last FROM resolved WHERE first <= last ORDER BY first")
        while try select.step() { ids.insert(select.integer(0)...select.integer(1)) }
        guard state.resolvedChecksum == nil || state.resolvedChecksum == checksum(of: ids) else {
            throw SQLiteError(
                code: .corrupt, message: "the settled ids are not what was written", activity: "read them",
                path: connection.path)
        }
        return ids
    }

    /// Makes the table hold the ranges of `new` above its low-water mark, touching only rows that differ from `old`.
    static func write(_ new: IDRanges, over old: IDRanges, on connection: Connection) throws(SQLiteError) {
        let wanted = Set(above(new))
        let present = Set(above(old))
        let delete = try connection.prepare("DELETE FROM resolved WHERE first = ?")
        for range in present.subtracting(wanted) {
            try delete.bind(range.lowerBound, at: 1)
            try delete.run()
        }
        let insert = try connection.prepare("INSERT OR REPLACE INTO resolved (first, last) VALUES (?, ?)")
        for range in wanted.subtracting(present) {
            try insert.bind(range.lowerBound, at: 1)
            try insert.bind(range.upperBound, at: 2)
            try insert.run()
        }
    }

    /// Vouches for the ranges above the low-water mark; that one is in the ledger.
    static func checksum(of ids: IDRanges) -> Int64 {
        var hash = Checksum()
        for range in above(ids) {
            hash.mix(UInt64(bitPattern: range.lowerBound))
            hash.mix(UInt64(bitPattern: range.upperBound))
        }
        return Int64(bitPattern: hash.value)
    }

    private static func above(_ ids: IDRanges) -> [ClosedRange<Int64>] {
        ids.ranges.filter { $0.lowerBound > 1 }
    }
}
