import SQLite

/// The readable rows of a damaged table.
///
/// They are found first, from both ends of the table and of each hole towards the damage, and read in ascending order
/// then: what is inserted in that order fills its pages, and takes no more room than before.
struct HoledRows {
    /// Ids between which every row can be read.
    struct Part {
        var ids: ClosedRange<Int64>
        /// How many rows there are.
        var rows: Int64
    }

    /// Looks that fail before the rest of the holes is given up: bounds the time that a start takes.
    private static let failureLimit = 20_000
    /// Rows between two signs of life.
    static let signEvery: Int64 = 4096

    private let key: Int32
    private let signOfLife: () -> Void
    private let ascending: Statement
    private let descending: Statement
    private let nth: Statement

    /// The rows of `table`, whose row id is named `key` and is the column of that number in `columns`. `signOfLife` is
    /// called at the begin of each walk, and every few thousand rows.
    init(
        _ connection: Connection, of table: String, _ columns: String, key: (name: String, column: Int32),
        signOfLife: @escaping () -> Void
    ) throws(SQLiteError) {
        self.key = key.column
        self.signOfLife = signOfLife
        let range = "FROM \(table) WHERE \(key.name) BETWEEN ? AND ? ORDER BY \(key.name)"
        ascending = try connection.prepare("SELECT \(columns) \(range)")
        descending = try connection.prepare("SELECT \(columns) \(range) DESC")
        nth = try connection.prepare("SELECT \(key.name) \(range) DESC LIMIT 1 OFFSET ?")
    }

    /// Where the readable rows with these ids are, ascending.
    func parts(in ids: ClosedRange<Int64> = IDRanges.possible) -> [Part] {
        var parts: [Part] = []
        var holes = [ids]
        var failures = 0
        // Breadth first, so that the limit is spent on the largest holes.
        while !holes.isEmpty && failures < Self.failureLimit {
            var smaller: [ClosedRange<Int64>] = []
            for hole in holes {
                guard let rest = narrow(hole, &parts) else { continue }
                failures += 1
                guard rest.lowerBound < rest.upperBound else { continue }
                let middle = rest.lowerBound + (rest.upperBound - rest.lowerBound) / 2
                smaller.append(rest.lowerBound...middle)
                smaller.append(middle + 1...rest.upperBound)
            }
            holes = smaller
        }
        return parts.sorted { $0.ids.lowerBound < $1.ids.lowerBound }
    }

    /// The part of `parts` that has the `count` rows with the greatest ids. Of a part that is too large, and can only be
    /// walked through from its beginning, there is none.
    func newest(_ count: Int64, of parts: [Part]) -> [Part] {
        var newest: [Part] = []
        var missing = count
        for var part in parts.reversed() where missing > 0 {
            if part.rows > missing {
                guard let first = try? id(ofGreatest: missing, in: part.ids) else { continue }
                part = Part(ids: first...part.ids.upperBound, rows: missing)
            }
            newest.insert(part, at: 0)
            missing -= part.rows
        }
        return newest
    }

    /// The id of the first of the `count` rows with the greatest ids; nil if there are fewer.
    private func id(ofGreatest count: Int64, in ids: ClosedRange<Int64>) throws(SQLiteError) -> Int64? {
        signOfLife()
        try bind(ids, to: nth)
        try nth.bind(count - 1, at: 3)
        defer { nth.reset() }
        guard try nth.step(), case let id = nth.integer(0), ids.contains(id) else { return nil }
        return id
    }

    /// Calls `body` with each row of `parts`, some of them perhaps twice; its values are still to be judged.
    func forEach(in parts: [Part], _ body: (Statement) throws(SQLiteError) -> Void) throws(SQLiteError) {
        for part in parts {
            var rows: Int64 = 0
            let isWhole = try runsThrough(ascending, part.ids, { (_) in rows += 1 }, body)
            // A search goes wrong at a damaged id that a walk from the other side has passed.
            if !isWhole || rows < part.rows { _ = try runsThrough(descending, part.ids, { (_) in }, body) }
        }
    }

    /// Looks into a hole from both ends; returns what stays between, nil if nothing does.
    private func narrow(_ hole: ClosedRange<Int64>, _ parts: inout [Part]) -> ClosedRange<Int64>? {
        var first = hole.lowerBound
        let before = look(ascending, hole) { (id) in first = id + 1 }
        if before.rows > 0 {
            let end = before.isWhole ? hole.upperBound : first - 1
            parts.append(Part(ids: hole.lowerBound...end, rows: before.rows))
        }
        guard !before.isWhole, first <= hole.upperBound else { return nil }
        var last = hole.upperBound
        let behind = look(descending, first...hole.upperBound) { (id) in last = id - 1 }
        if behind.rows > 0 { parts.append(Part(ids: last + 1...hole.upperBound, rows: behind.rows)) }
        return !behind.isWhole && first <= last ? first...last : nil
    }

    private func look(
        _ select: Statement, _ ids: ClosedRange<Int64>, _ passed: (Int64) -> Void
    ) -> (isWhole: Bool, rows: Int64) {
        var rows: Int64 = 0
        let isWhole = try? runsThrough(select, ids, passed) { (_) in rows += 1 }
        return (isWhole ?? false, rows)
    }

    /// Reads until the end or the damage; true if there was none.
    private func runsThrough(
        _ select: Statement, _ ids: ClosedRange<Int64>, _ passed: (Int64) -> Void,
        _ body: (Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Bool {
        try bind(ids, to: select)
        // A body that throws leaves it in the midst of a run.
        defer { select.reset() }
        var steps: Int64 = 0
        while true {
            if steps % Self.signEvery == 0 { signOfLife() }
            steps += 1
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

    private func bind(_ ids: ClosedRange<Int64>, to select: Statement) throws(SQLiteError) {
        try select.bind(ids.lowerBound, at: 1)
        try select.bind(ids.upperBound, at: 2)
    }
}
