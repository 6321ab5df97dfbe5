import Outbox
import Positioning

/// Fixes that one look at the outbox brought beyond those that were asked for, so that a drain opens the file once for many
/// batches.
///
/// What it holds stays true, because rows never change; but the agent may shed some of them and add others. So it is
/// good for a few seconds, and never says that there is nothing more.
struct ReadAhead {
    /// Unsettled fixes that a look reads beyond those in hand: about 70 kB.
    static let surplus = 320
    /// Rows of one step of the scan.
    private static let page = 128
    /// Milliseconds for which it is used.
    private static let lifetime: Int64 = 5000

    /// Every fix with `after` < id <= `through` that was not settled when they were read, ascending.
    private(set) var fixes: [StoredFix] = []
    private var after: Int64 = 0
    private(set) var through: Int64 = 0
    /// Why what follows could not be read; nil if it could.
    private(set) var end: OutboxError?
    private var readAt = BootTime(milliseconds: 0)

    /// Nothing is known.
    init() {}

    /// Reads the first `count` fixes above `after` that are not in `resolved`, or those before a page that cannot be read:
    /// once they are settled, the agent comes to that page as well.
    init(
        _ outbox: OutboxReader, after: Int64, count: Int, resolved: IDRanges, now: BootTime
    ) throws(OutboxError) {
        (self.after, through, readAt) = (after, after, now)
        while fixes.count < count {
            let rows: [StoredFix]
            do throws(OutboxError) {
                rows = try outbox.fixes(after: through, limit: Self.page)
            } catch {
                guard !fixes.isEmpty else { throw error }
                end = error
                break
            }
            guard let last = rows.last else { break }
            for row in rows where !resolved.contains(row.id) { fixes.append(row) }
            through = max(last.id, resolved.lowWater(above: last.id))
        }
    }

    /// The first `limit` fixes with `after` < id <= `through` that are in neither set; nil if only the outbox can tell.
    func first(
        _ limit: Int, after: Int64, through: Int64, resolved: IDRanges, excluding: IDRanges, now: BootTime
    ) -> [StoredFix]? {
        guard after >= self.after, now.since(readAt) < Self.lifetime else { return nil }
        var found: [StoredFix] = []
        found.reserveCapacity(limit)
        var index = firstIndex(above: after)
        while found.count < limit, index < fixes.count, fixes[index].id <= through {
            let id = fixes[index].id
            if !resolved.contains(id), !excluding.contains(id) { found.append(fixes[index]) }
            index += 1
        }
        return found.count == limit || through <= self.through ? found : nil
    }

    private func firstIndex(above id: Int64) -> Int {
        var (low, high) = (0, fixes.count)
        while low < high {
            let middle = (low + high) / 2
            if fixes[middle].id <= id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
