/// Why a line of gpsd was skipped.
public enum UnreadableLine: String, CaseIterable, Sendable {
    /// Longer than the buffer for one line.
    case oversize
    /// Not a JSON object that libgps can read to its end.
    case malformed
}
