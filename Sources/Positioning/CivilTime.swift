/// A UTC instant split into calendar fields of the proleptic Gregorian calendar.
///
/// The day count is Howard Hinnant's `days_from_civil` (chrono-compatible low-level date algorithms).
public struct CivilTime: Equatable, Sendable {
    /// Calendar year; may be negative.
    public var year: Int
    /// 1...12.
    public var month: Int
    /// 1...31.
    public var day: Int
    /// 0...23.
    public var hour = 0
    /// 0...59.
    public var minute = 0
    /// 0...59: UTC milliseconds have no leap second.
    public var second = 0
    /// 0...999.
    public var millisecond = 0

    /// Midnight UTC of a date, which need not exist: see `exists`.
    public init(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The fields of `time`.
    public init(_ time: UTCTime) {
        let days = time.milliseconds.flooredQuotient(86_400_000)
        let rest = Int(time.milliseconds % 86_400_000)
        let inDay = rest < 0 ? rest + 86_400_000 : rest
        (year, month, day) = Self.date(daysSinceEpoch: days)
        hour = inDay / 3_600_000
        minute = inDay / 60_000 % 60
        second = inDay / 1000 % 60
        millisecond = inDay % 1000
    }

    /// True if every field is in range and the month has that day.
    public var exists: Bool {
        (1...12).contains(month) && day >= 1 && day <= Self.days(inMonth: month, of: year)
            && (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second)
            && (0..<1000).contains(millisecond)
    }

    /// The instant that these fields name; fields that do not exist carry over into the next larger one.
    public var utc: UTCTime {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = shifted.flooredQuotient(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        return UTCTime(milliseconds: seconds * 1000 + Int64(millisecond))
    }

    private static func date(daysSinceEpoch days: Int64) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        return (year, month, Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    /// Quotient rounded towards minus infinity; `divisor` must be positive.
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }
}
