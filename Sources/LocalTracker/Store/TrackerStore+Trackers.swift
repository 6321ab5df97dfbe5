import Positioning
import SQLite

extension TrackerStore {
    /// Makes the trackers that do not exist, and gives the others the filter that is asked for.
    func ensure(
        _ wanted: [(name: String, filtering: PositionFiltering)], now: UTCTime
    ) throws(SQLiteError) {
        for (name, filtering) in wanted {
            if var known = try trackers.find(name) {
                guard known.filtering != filtering else { continue }
                known.filtering = filtering
                known.updated = now
                try change { () throws(SQLiteError) in try trackers.update(known) }
            } else {
                let tracker = StoredTracker(
                    id: 0, name: name, filtering: filtering, description: "", eventBridge: false, key: nil, tags: nil,
                    created: now, updated: now, counts: TrackerCounts())
                try change { () throws(SQLiteError) in try trackers.insert(tracker) }
            }
        }
        try commit()
    }
}
