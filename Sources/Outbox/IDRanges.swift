/// A set of ids as ascending ranges that neither overlap nor touch: a few values for any number of ids.
///
/// Only `possible` ids get in: ranges are read from a file that another process writes, and none of its numbers may end
/// this one.
public struct IDRanges: Equatable, Sendable {
    /// Ids that a fix can have, with room to count beyond them.
    static let possible: ClosedRange<Int64> = 1...Int64.max - 1

    /// The ranges, ascending.
    public private(set) var ranges: [ClosedRange<Int64>] = []

    /// No id.
    public init() {}

    /// The ids of `ranges`, which may come in any order, overlap and touch.
    public init(_ ranges: some Sequence<ClosedRange<Int64>>) {
        for range in ranges { insert(range) }
    }

    /// True if there is no id.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The greatest id; nil if there is none.
    public var greatest: Int64? { ranges.last?.upperBound }

    /// How many ids there are.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// True if `id` is in the set. O(log n) in the number of ranges.
    public func contains(_ id: Int64) -> Bool {
        let index = firstIndex(endingAtOrAfter: id)
        return index < ranges.count && ranges[index].contains(id)
    }

    /// Adds every possible id of `range`, merging with what it overlaps or touches.
    public mutating func insert(_ range: ClosedRange<Int64>) {
        guard range.overlaps(Self.possible) else { return }
        let range = range.clamped(to: Self.possible)
        let start = firstIndex(endingAtOrAfter: range.lowerBound - 1)
        var end = start
        var merged = range
        while end < ranges.count, ranges[end].lowerBound <= range.upperBound + 1 {
            merged = min(merged.lowerBound, ranges[end].lowerBound)...max(merged.upperBound, ranges[end].upperBound)
            end += 1
        }
        ranges.replaceSubrange(start..<end, with: CollectionOfOne(merged))
    }

    /// Adds `id`.
    public mutating func insert(_ id: Int64) {
        insert(id...id)
    }

    /// The greatest n for which every id of `floor + 1 ... n` is in the set; `floor` if `floor + 1` is not.
    public func lowWater(above floor: Int64) -> Int64 {
        guard floor < Self.possible.upperBound else { return floor }
        let index = firstIndex(endingAtOrAfter: floor + 1)
        guard index < ranges.count, ranges[index].lowerBound <= floor + 1 else { return floor }
        return ranges[index].upperBound
    }

    private func firstIndex(endingAtOrAfter id: Int64) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
