import Positioning
import Testing

@testable import Receiver

@Suite struct ClockSayTests {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    private static let period = WeekRollover.period

    /// How far the time is ahead of the clock, how long it has gone on, and what the clock says.
    private static let table: [(ahead: Int64, lasted: Int64, say: ClockSay)] = [
        (0, 0, .agreed),
        (-2 * day, 0, .agreed),
        (-2 * day, 9 * hour, .agreed),
        (day, 0, .agreed),
        (25 * hour, 0, .agreed),
        (25 * hour + 1, 0, .giveUp),
        (25 * hour + 1, hour - 1, .giveUp),
        (25 * hour + 1, hour, .outweighed(25 * hour + 1)),
        (2 * day, 0, .giveUp),
        (2 * day, 9 * hour, .outweighed(2 * day)),
        (1825 * day, 0, .giveUp),
        (1825 * day, hour, .outweighed(1825 * day)),
        (period, 0, .shift(-period)),
        (period, 9 * hour, .shift(-period)),
        (-period, 9 * hour, .shift(period)),
        (2 * period + 2 * day, 0, .shift(-2 * period)),
        (period - 2 * day, 9 * hour, .shift(-period)),
    ]

    @Test func weeksAreAlwaysPutRightAndOnlyAYoungTimeIsGivenUp() {
        let clock = UTCTime(seconds: 1_796_040_000)
        for row in Self.table {
            let say = ClockSay(of: clock, on: clock.advanced(by: row.ahead), lasted: row.lasted)
            #expect(say == row.say, "\(row.ahead) ms ahead after \(row.lasted) ms")
        }
    }
}
