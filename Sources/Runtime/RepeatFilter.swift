import Positioning

/// Bounds what a fault that repeats writes to a log, which may lie on an SD card.
///
/// The same line is let through `burst` times in `period`; what comes after that is counted, and the count is told
/// with the next line that passes. Lines that differ only in digits are the same line.
struct RepeatFilter {
    private struct Entry {
        var since: BootTime
        var said: Int
        var withheld: Int
    }

    static let burst = 3
    static let period: Int64 = 600_000
    /// More kinds of lines than a program has; beyond it the memory starts anew.
    static let capacity = 128

    private var entries: [Int: Entry] = [:]

    /// Nil if the line is to be withheld; else how many like it were withheld since the last one that passed.
    mutating func pass(_ line: String, now: BootTime) -> Int? {
        let key = Self.key(of: line)
        if entries.count >= Self.capacity && entries[key] == nil { entries.removeAll(keepingCapacity: true) }
        var entry = entries[key] ?? Entry(since: now, said: 0, withheld: 0)
        if now.since(entry.since) >= Self.period { (entry.since, entry.said) = (now, 0) }
        guard entry.said < Self.burst else {
            entry.withheld += 1
            entries[key] = entry
            return nil
        }
        defer { entries[key] = Entry(since: entry.since, said: entry.said + 1, withheld: 0) }
        return entry.withheld
    }

    private static func key(of line: String) -> Int {
        var hasher = Hasher()
        for byte in line.utf8 where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { hasher.combine(byte) }
        return hasher.finalize()
    }
}
