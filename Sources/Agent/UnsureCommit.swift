import Outbox

/// A commit that has begun and not been heard to end. When it fails, all of it may be on the disk, or nothing: a file
/// that is opened anew tells.
struct UnsureCommit {
    /// How many of the fixes that wait longest are in it.
    private(set) var waiting: Int
    /// The epochs that it counts.
    private(set) var tally: Tally
    private let generation: Generation
    private let before: OutboxCounters

    /// The commit of so many fixes and of `tally` to `writer`.
    init(of waiting: Int, _ tally: Tally, to writer: OutboxWriter) {
        (self.waiting, self.tally) = (waiting, tally)
        (generation, before) = (writer.generation, writer.counters)
    }

    /// The fix that waited longest was dropped, and counted as such: if the commit is on the disk, it was not.
    mutating func dropOldest() {
        guard waiting > 0 else { return }
        waiting -= 1
        tally.drop(LossInRAM.ringOverflow.rawValue)
    }

    /// True if `opened`, the same outbox opened anew, has the commit.
    func isStored(in opened: OutboxWriter) -> Bool {
        let now = opened.counters
        let isChanged = (now.received, now.kept, now.dropped) != (before.received, before.kept, before.dropped)
        return opened.generation == generation && isChanged && now.received == before.received + tally.received
    }
}
