import Positioning
import SQLite
import Sampling

extension OutboxWriter {
    /// Thins the next part of the pending fixes, the oldest first, at the finest level that has some left: one bounded
    /// batch. Returns how many rows went, nil if every level has come to its end.
    ///
    /// The level before all others waits for a whole batch, so that the newest fixes stay as they are. How far each level
    /// has come is committed with what it did.
    func thin(besides resolved: IDRanges) throws(OutboxError) -> Int? {
        for level in ThinningLevel.allCases {
            let rows = try next(for: level)
            let fresh = rows.filter { $0.id > state.thinned[level, default: 0] }
            guard let last = fresh.last, level.finer != nil || fresh.count >= Self.batch else { continue }
            let superfluous = superfluous(in: rows, besides: resolved, level)
            try change { (state) throws(SQLiteError) in
                try remove(superfluous)
                state.thinned[level] = last.id
                if superfluous.isEmpty { return }
                state.counters.shed[ShedCause.thinned.rawValue, default: 0] += Int64(superfluous.count)
            }
            return superfluous.count
        }
        return nil
    }

    /// The row at which the level stands, then a batch of those after it that the level before has done.
    private func next(for level: ThinningLevel) throws(OutboxError) -> [Row] {
        let start = max(state.thinned[level, default: 0], lowWater)
        let end = level.finer.map { state.thinned[$0, default: 0] } ?? nextID
        return try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare(
                "SELECT \(FixRow.columns) FROM fix WHERE id BETWEEN ? AND ? ORDER BY id LIMIT \(Self.batch + 1)")
            try select.bind(start, at: 1)
            try select.bind(end, at: 2)
            var rows: [Row] = []
            while try select.step() {
                rows.append(Row(id: select.integer(0), stored: FixRow.read(select, devices: devices)))
            }
            return rows
        }
    }

    /// A row, and what it holds; nil if it is damaged.
    private struct Row {
        let id: Int64
        let stored: StoredFix?
    }

    /// Ids of pending fixes that the track can do without. A fix that is settled stays, and so does one at which another
    /// device begins or the time goes back: the run before ends there, and the next begins.
    private func superfluous(in rows: [Row], besides resolved: IDRanges, _ level: ThinningLevel) -> [Int64] {
        var ids: [Int64] = []
        var run: [StoredFix] = []
        func end() {
            let times = Set(Thinning.superfluous(in: run.map(\.fix), within: level.bound))
            ids += run.filter { times.contains($0.fix.sampleTime) }.map(\.id)
        }
        for fix in rows.compactMap(\.stored) {
            if let last = run.last, last.deviceID != fix.deviceID || last.fix.sampleTime >= fix.fix.sampleTime {
                end()
                run = []
            }
            run.append(fix)
            if fix.id <= lowWater || resolved.contains(fix.id) {
                end()
                run = [fix]
            }
        }
        end()
        return ids
    }
}
