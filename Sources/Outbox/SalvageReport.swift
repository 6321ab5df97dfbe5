/// What was found and done when a damaged store was opened.
public struct SalvageReport: Equatable, Sendable, CustomStringConvertible {
    /// The damaged file.
    public var path: String
    /// Where it was moved.
    public var movedTo: String
    /// What SQLite said about it.
    public var findings: [String]
    /// Rows that were taken over.
    public var recovered: Int64
    /// Pending fixes that were lost, as far as that can be told.
    public var lost: Int64
    /// True if a new generation had to begin: what was delivered but is still stored will be sent again.
    public var beganAnew: Bool
    /// Pending fixes, the oldest, that could be read but had no room in the new file.
    public var leftBehind: Int64 = 0

    /// A sentence: what happened, what is left, where the old file is.
    public var description: String {
        "\(path) was damaged (\(findings.first ?? "no details")) and has been moved to \(movedTo); \(recovered) rows "
            + "were taken over, \(lost) pending fixes are lost"
            + (leftBehind > 0 ? ", and the \(leftBehind) oldest did not fit on the disk beside it" : "")
            + (beganAnew ? "; what it still holds will be sent again." : ".")
    }
}
