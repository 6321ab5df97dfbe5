import SQLite

/// The readable rows of a damaged table `fix`.
struct HoledRows {
    /// Looks that fail before the rest of the holes is given up: bounds the time that a start takes.
    private static let failureLimit = 20_000

    private let devices: [Int64: String]
    private let ascending: Statement
    private let descending: Statement

    init(_ connection: Connection, devices: [Int64: String]) throws(SQLiteError) {
        self.devices = devices
        let range = "SELECT \(FixRow.columns) FROM fix WHERE id BETWEEN ? AND ? ORDER BY id"
        ascending = try connection.prepare(range)
        descending = try connection.prepare(range + " DESC")
    }

    /// Calls `body` with each row that can be read and is what was stored, and the number of its device id.
    func forEach(_ body: (StoredFix, Int64) throws(SQLiteError) -> Void) throws(SQLiteError) {
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
        _ hole: ClosedRange<Int64>, _ body: (StoredFix, Int64) throws(SQLiteError) -> Void
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
        _ body: (StoredFix, Int64) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Bool {
        try select.bind(ids.lowerBound, at: 1)
        try select.bind(ids.upperBound, at: 2)
        while true {
            do throws(SQLiteError) {
                guard try select.step() else { return true }
            } catch {
                return false
            }
            let id = select.integer(0)
            // A damaged page may name ids that were not asked for.
            guard ids.contains(id) else { continue }
            passed(id)
            if let fix = FixRow.read(select, devices: devices) { try body(fix, select.integer(1)) }
        }
    }
}
