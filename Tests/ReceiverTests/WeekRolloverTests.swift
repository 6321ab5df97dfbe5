import Positioning
import Testing

@testable import Receiver

@Suite struct WeekRolloverTests {
    @Test(arguments: [
        // A receiver whose week counter ran over: 1024 weeks and twice that behind.
        ("2007-04-19T12:00:00Z", "2026-12-03T12:00:00Z"),
        ("1987-09-03T12:00:00Z", "2026-12-03T12:00:00Z"),
        // gpsd, which adds 1024 weeks to a date that is too old for the leap second in force.
        ("2046-07-19T12:00:00Z", "2026-12-03T12:00:00Z"),
        // What is not near a whole number of periods stays as far off as it was, within half of one.
        ("2026-12-03T12:00:00Z", "2026-12-03T12:00:00Z"),
        ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
        ("2033-01-01T00:00:00Z", "2033-01-01T00:00:00Z"),
        // Defaults that no satellite ever sent.
        ("1980-01-06T00:00:16Z", "1980-01-06T00:00:16Z"),
        ("1970-01-01T00:00:05Z", "1970-01-01T00:00:05Z"),
    ])
    func aTimeIsMovedByWholePeriodsToTheNearestToTheReference(claim: String, expected: String) throws {
        let reference = try #require(UTCTime(iso8601: "2026-11-30T00:00:00Z"))
        let repaired = WeekRollover.repaired(try #require(UTCTime(iso8601: claim)), near: reference)
        #expect(repaired.iso8601.dropLast(5) == expected.dropLast(1))
    }

    @Test func everyPeriodLeadsToTheSameTime() throws {
        let reference = try #require(UTCTime(iso8601: "2026-11-30T00:00:00Z"))
        let half = WeekRollover.period / 2
        for offset in [-half + 1, -1, 0, 1, half - 1] {
            for periods in [-1, 0, 1, 2] as [Int64] {
                let claim = reference.advanced(by: offset + periods * WeekRollover.period)
                #expect(WeekRollover.repaired(claim, near: reference) == reference.advanced(by: offset))
            }
        }
    }
}
