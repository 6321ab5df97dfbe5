import Positioning

/// The epochs that wait for a trusted time, oldest first, in bounded memory.
struct EpochRing {
    /// An epoch, the time that it claims after the repair of the week, and what becomes of it without agreement.
    struct Entry {
        var epoch: Epoch
        var time: UTCTime
        var otherwise: EpochDrop
    }

    /// Entries that fit.
    let capacity: Int
    private var entries: [Entry] = []
    private var head = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }
    var last: Entry? { entries.isEmpty ? nil : entries[(head + entries.count - 1) % entries.count] }

    /// Appends `entry`; returns the oldest one if it had to make room.
    mutating func append(_ entry: Entry) -> Entry? {
        guard entries.count == capacity else {
            entries.append(entry)
            return nil
        }
        let oldest = entries[head]
        entries[head] = entry
        head = (head + 1) % capacity
        return oldest
    }

    /// Empties the ring and gives its memory back; what was in it, oldest first.
    mutating func removeAll() -> [Entry] {
        guard !entries.isEmpty else { return [] }
        let all = entries[head...] + entries[..<head]
        (entries, head) = ([], 0)
        return Array(all)
    }
}
