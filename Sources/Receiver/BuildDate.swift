import CLinux
import Positioning

/// When this program was built: no fix can be older.
public enum BuildDate {
    /// Midnight at the start of the day before the compiler's `__DATE__`, whatever the time zone of that machine.
    public static let earliest = parse(String(cString: waypost_build_date())) ?? UTCTime(milliseconds: 0)

    /// Reads `Mmm dd yyyy` as C compilers print it (C17 6.10.8.1; a day below 10 has a blank) and takes a day off.
    static func parse(_ date: String) -> UTCTime? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = date.split(separator: " ")
        guard parts.count == 3, let month = months.firstIndex(of: String(parts[0])), let day = Int(parts[1]),
            let year = Int(parts[2])
        else { return nil }
        let civil = CivilTime(year: year, month: month + 1, day: day)
        return civil.exists ? civil.utc.advanced(by: -86_400_000) : nil
    }
}
