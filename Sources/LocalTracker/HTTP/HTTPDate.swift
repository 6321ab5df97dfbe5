import Positioning

/// The form of dates in HTTP header fields (RFC 9110, IMF-fixdate).
enum HTTPDate {
    /// `time` to the second, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ time: UTCTime) -> String {
        let civil = CivilTime(time)
        let seconds = time.milliseconds >= 0 ? time.milliseconds / 1000 : (time.milliseconds - 999) / 1000
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        // 1970-01-01 was a Thursday.
        let weekday = weekdays[Int(((days + 4) % 7 + 7) % 7)]
        return "\(weekday), \(two(civil.day)) \(months[civil.month - 1]) \(civil.year) "
            + "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
