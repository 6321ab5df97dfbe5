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
    var last: Entry? { entries.isEmpty ? nil : self[entries.count - 1] }

    /// The entry `age` places after the oldest one.
    subscript(age: Int) -> Entry {
        entries[(head + age) % entries.count]
    }

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

    /// Empties the ring and gives its memory back.
    mutating func removeAll() {
        (entries, head) = ([], 0)
    }
}
