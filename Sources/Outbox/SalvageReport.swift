/// What was found and done when a damaged store was opened.
public struct SalvageReport: Equatable, Sendable, CustomStringConvertible {
    /// The damaged file.
    public var path: String
    /// Where it was moved.
    public var movedTo: String
    /// What SQLite said about it.
    public var findings: [String]
    /// What became of its rows.
    public var counts: SalvageCounts

    /// A sentence: what happened, what is left, where the old file is.
    public var description: String {
        "\(path) was damaged (\(findings.first ?? "no details")) and has been moved to \(movedTo); "
            + "\(counts.recovered) rows were taken over, \(counts.lost) pending fixes are lost"
            + (counts.leftBehind > 0 ? ", and the \(counts.leftBehind) oldest did not fit on the disk beside it" : "")
            + (counts.beganAnew ? "; what it still holds will be sent again." : ".")
    }
}
