import Outbox
import Positioning

/// What waits in RAM for its commit: kept fixes, in order, and the count of all epochs since the last one.
struct Waiting {
    /// Fixes that wait at most: at one fix in 30 s, most of a day.
    static let capacity = 2000

    private(set) var fixes: [Fix] = []
    private(set) var tally = Tally()
    /// Since when fixes wait; nil while none does.
    private(set) var fixesSince: BootTime?
    /// Since when epochs were received that no commit has counted; nil if there are none.
    private(set) var countedSince: BootTime?
    private var unsure: UnsureCommit?

    /// True if there is nothing to write.
    var isEmpty: Bool { fixes.isEmpty && tally.isEmpty }

    /// Counts an epoch that came out of the Receiver.
    mutating func receive(now: BootTime) {
        tally.received += 1
        if countedSince == nil { countedSince = now }
    }

    /// Counts an epoch as dropped.
    mutating func drop(_ reason: String) {
        tally.drop(reason)
    }

    /// Takes a fix, for which the oldest goes if there are too many.
    mutating func keep(_ fix: Fix, now: BootTime) {
        if fixes.count >= Self.capacity {
            fixes.removeFirst()
            tally.drop(LossInRAM.ringOverflow.rawValue)
            unsure?.dropOldest()
        }
        fixes.append(fix)
        if fixesSince == nil { fixesSince = now }
    }

    /// Counts all fixes as dropped.
    mutating func dropFixes(_ reason: String) {
        for _ in fixes { tally.drop(reason) }
        fixes.removeAll()
        unsure = nil
        fixesSince = nil
    }

    /// A commit of all to `writer` begins.
    mutating func begin(on writer: OutboxWriter) {
        unsure = UnsureCommit(of: fixes.count, tally, to: writer)
    }

    /// All is on the disk; room for so many fixes stays.
    mutating func clear(keeping count: Int) {
        fixes.removeAll(keepingCapacity: fixes.count <= count)
        tally = Tally()
        unsure = nil
        forgetTimes()
    }

    /// A commit that failed may be on the disk all the same: then what it held waits no longer. How many fixes that are;
    /// nil if it is not.
    mutating func settle(in opened: OutboxWriter) -> Int? {
        guard let commit = unsure else { return nil }
        unsure = nil
        guard commit.isStored(in: opened) else { return nil }
        fixes.removeFirst(commit.waiting)
        tally.remove(commit.tally)
        forgetTimes()
        return commit.waiting
    }

    /// A time for which nothing waits any more would be due for ever.
    private mutating func forgetTimes() {
        if fixes.isEmpty { fixesSince = nil }
        if tally.isEmpty { countedSince = nil }
    }
}
