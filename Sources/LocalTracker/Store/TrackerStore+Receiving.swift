import Positioning
import SQLite

extension TrackerStore {
    /// Takes the updates of one request in their order: stores what the tracker's filter lets through, and counts
    /// what became of each. The range of the positions is the caller's business.
    func receive(
        _ samples: [PositionSample], refused: Int, for tracker: StoredTracker, now: UTCTime
    ) throws(SQLiteError) {
        try change { () throws(SQLiteError) in
            var counts = TrackerCounts(received: Int64(refused), refused: Int64(refused))
            for sample in samples {
                counts.received += 1
                let earlier = try positions.newest(tracker.id, sample.device, atOrBefore: sample.time)
                if earlier?.time == sample.time {
                    counts.duplicates += 1
                    continue
                }
                let later = try positions.oldest(tracker.id, sample.device, after: sample.time)
                guard tracker.filtering.stores(sample, after: earlier, before: later) else {
                    counts.filtered += 1
                    continue
                }
                counts.stored += 1
                try positions.insert(
                    sample, tracker: tracker.id, received: now, arrival: tracker.counts.received + counts.received)
            }
            try trackers.add(counts, to: tracker.id)
        }
    }
}
