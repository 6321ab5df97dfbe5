import Positioning
import SQLite

extension OutboxWriter {
    /// Stores `fixes`, in order, and adds `tally` to the counters. Returns how many fixes were stored.
    ///
    /// A fix whose sample time is stored already is counted as dropped (`already-stored`): so a commit may be tried
    /// again after a failure that left its outcome unknown. A fix without a coordinate is dropped likewise
    /// (`no-position`).
    @discardableResult
    public func commit(_ fixes: [Fix], _ tally: Tally) throws(OutboxError) -> Int {
        if fixes.isEmpty && tally.isEmpty { return 0 }
        var times = self.times
        var number = devices.number(of: device.text)
        var stored = 0
        try change { (state) throws(SQLiteError) in
            state.counters.add(tally)
            for fix in fixes {
                guard let coordinate = fix.coordinate else {
                    state.counters.dropped["no-position", default: 0] += 1
                    continue
                }
                guard try times.isNew(fix.sampleTime, on: connection) else {
                    state.counters.dropped[LossInRAM.alreadyStored.rawValue, default: 0] += 1
                    continue
                }
                if number == nil { number = try DeviceNames.number(of: device, on: connection) }
                guard let number else { continue }
                try FixRow.bind(fix, at: coordinate, id: state.nextID, device: number, device, to: insertFix)
                try insertFix.run()
                times.append(fix.sampleTime)
                state.appended(fix.sampleTime)
                stored += 1
            }
        }
        self.times = times
        if let number { devices.remember(device, as: number) }
        return stored
    }
}

extension OutboxState {
    /// A fix of `time` got `nextID`.
    mutating func appended(_ time: UTCTime) {
        nextID += 1
        greatestTime = max(greatestTime ?? .min, time.milliseconds)
        counters.kept += 1
    }
}

extension OutboxCounters {
    /// Adds epochs counted since the last commit.
    public mutating func add(_ tally: Tally) {
        received += tally.received
        dropped.merge(tally.dropped) { $0 + $1 }
    }
}
