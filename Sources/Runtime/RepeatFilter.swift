import Positioning

/// Bounds what a fault writes to a log, which may lie on an SD card.
///
/// The same line is let through `burst` times in `period`, and of all lines of a level `flood`; what comes after that is
/// counted, and the count is told with the next line that passes. Lines that differ only in digits are the same line.
struct RepeatFilter {
    /// Lines that were not written since the last one that was.
    struct Withheld: Equatable {
        /// Of the same line.
        var alike = 0
        /// Of others of its level.
        var others = 0
    }

    private struct Entry {
        var since: BootTime
        var said = 0
        var withheld = 0

        /// Counts one more; false if there were `most` in this period.
        mutating func admits(most: Int, now: BootTime) -> Bool {
            if now.since(since) >= RepeatFilter.period { (since, said) = (now, 0) }
            guard said < most else {
                withheld += 1
                return false
            }
            said += 1
            return true
        }
    }

    static let burst = 3
    static let flood = 60
    static let period: Int64 = 600_000
    /// More kinds of lines than a program has; beyond it the memory starts anew.
    static let capacity = 128

    private var entries: [Int: Entry] = [:]
    private var levels: [LogLevel: Entry] = [:]

    /// Nil if the line is to be withheld.
    mutating func pass(_ line: String, level: LogLevel, now: BootTime) -> Withheld? {
        let key = Self.key(of: line)
        if entries.count >= Self.capacity && entries[key] == nil { entries.removeAll(keepingCapacity: true) }
        guard entries[key, default: Entry(since: now)].admits(most: Self.burst, now: now),
            levels[level, default: Entry(since: now)].admits(most: Self.flood, now: now)
        else { return nil }
        let withheld = Withheld(alike: entries[key]?.withheld ?? 0, others: levels[level]?.withheld ?? 0)
        entries[key]?.withheld = 0
        levels[level]?.withheld = 0
        return withheld
    }

    private static func key(of line: String) -> Int {
        var hasher = Hasher()
        for byte in line.utf8 where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { hasher.combine(byte) }
        return hasher.finalize()
    }
}
