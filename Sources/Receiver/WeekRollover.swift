import Positioning

/// Receivers tell the week as a number of 10 bits, which starts anew every 1024 weeks; old firmware, or a gpsd with a
/// wrong system clock, then dates a fix 19.6 years off (canboat pull request 863 repairs it the same way).
public enum WeekRollover {
    /// Milliseconds of 1024 weeks.
    static let period: Int64 = 1024 * week
    private static let week: Int64 = 7 * 86_400_000
    /// Where GPS weeks count from.
    private static let gpsEpoch = CivilTime(year: 1980, month: 1, day: 6).utc

    /// `claim` moved by whole periods to where it is nearest to `reference`.
    ///
    /// What lies before the second GPS week is left alone: no satellite sent it, it is a receiver's or a clock's
    /// default.
    public static func repaired(_ claim: UTCTime, near reference: UTCTime) -> UTCTime {
        guard claim.since(gpsEpoch) >= week else { return claim }
        let distance = reference.since(claim)
        let half = distance < 0 ? -period / 2 : period / 2
        return claim.advanced(by: (distance + half) / period * period)
    }
}
