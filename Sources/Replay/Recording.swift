import Positioning

/// A recorded drive: its fixes in the order of the file.
public struct Recording: Equatable, Sendable {
    /// What the file was.
    public enum Format: String, CaseIterable, Sendable {
        /// `time_ms,latitude,longitude[,accuracy,speed,course]`
        case csv = "CSV"
        /// GPS Exchange Format 1.0 or 1.1.
        case gpx = "GPX"
        /// gpsd JSON lines, as `gpspipe -w` prints them.
        case gpsd = "gpsd JSON"
        /// NMEA 0183 sentences, as `gpspipe -r` prints them.
        case nmea = "NMEA"
    }

    /// What the file was.
    public var format: Format
    /// Each with its index in `received`, which tells fixes apart where sample times repeat.
    public internal(set) var fixes: [Fix] = []
    /// Epochs that are no fix, since their time is missing or goes backwards, by reason.
    public internal(set) var unusable: [String: Int] = [:]
    /// Lines that were damaged and skipped: a bad checksum, a half line.
    public internal(set) var damagedLines = 0

    /// An empty recording.
    init(format: Format) {
        self.format = format
    }

    /// Adds the next fix.
    mutating func append(_ fix: Fix) {
        var fix = fix
        fix.received = BootTime(milliseconds: Int64(fixes.count))
        fixes.append(fix)
    }
}
