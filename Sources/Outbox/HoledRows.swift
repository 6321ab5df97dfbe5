import SQLite

/// The readable rows of a damaged table.
struct HoledRows {
    /// Looks that fail before the rest of the holes is given up: bounds the time that a start takes.
    private static let failureLimit = 20_000

    private let key: Int32
    private let ascending: Statement
    private let descending: Statement

    /// The rows of `table`, whose row id is named `key` and is the column of that number in `columns`.
    init(
        _ connection: Connection, of table: String, _ columns: String, key: (name: String, column: Int32)
    ) throws(SQLiteError) {
        self.key = key.column
        let range = "SELECT \(columns) FROM \(table) WHERE \(key.name) BETWEEN ? AND ? ORDER BY \(key.name)"
        ascending = try connection.prepare(range)
        descending = try connection.prepare(range + " DESC")
    }

    /// Calls `body` with each row that can be read; its values are still to be judged.
    func forEach(_ body: (Statement) throws(SQLiteError) -> Void) throws(SQLiteError) {
        var holes: [ClosedRange<Int64>] = [1...Int64.max - 1]
        var failures = 0
        // Breadth first, so that the limit is spent on the largest holes.
        while !holes.isEmpty && failures < Self.failureLimit {
            var smaller: [ClosedRange<Int64>] = []
            for hole in holes {
                guard let rest = try read(hole, body) else { continue }
                failures += 1
                guard rest.lowerBound < rest.upperBound else { continue }
                let middle = rest.lowerBound + (rest.upperBound - rest.lowerBound) / 2
                smaller.append(rest.lowerBound...middle)
                smaller.append(middle + 1...rest.upperBound)
            }
            holes = smaller
        }
    }

    /// Reads a hole from both ends; returns what stays between, nil if nothing does.
    private func read(
        _ hole: ClosedRange<Int64>, _ body: (Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> ClosedRange<Int64>? {
        var first = hole.lowerBound
        if try runsThrough(ascending, hole, { (id) in first = id + 1 }, body) { return nil }
        guard first <= hole.upperBound else { return nil }
        var last = hole.upperBound
        if try runsThrough(descending, first...last, { (id) in last = id - 1 }, body) { return nil }
        return first <= last ? first...last : nil
    }

    /// Reads until the end or the damage; true if there was none.
    private func runsThrough(
        _ select: Statement, _ ids: ClosedRange<Int64>, _ passed: (Int64) -> Void,
        _ body: (Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Bool {
        try select.bind(ids.lowerBound, at: 1)
        try select.bind(ids.upperBound, at: 2)
        while true {
            do throws(SQLiteError) {
                guard try select.step() else { return true }
            } catch {
                return false
            }
            let id = select.integer(key)
            // A damaged page may name ids that were not asked for.
            guard ids.contains(id) else { continue }
            passed(id)
            try body(select)
        }
    }
}
