/// What became of the rows of a damaged store.
public struct SalvageCounts: Equatable, Sendable {
    /// Rows that were taken over.
    public var recovered: Int64
    /// Pending fixes that were lost, as far as that can be told.
    public var lost: Int64
    /// True if a new generation had to begin: what was delivered but is still stored will be sent again.
    public var beganAnew: Bool
    /// Pending fixes, the oldest, that could be read but had no room in the new file.
    public var leftBehind: Int64 = 0
}
