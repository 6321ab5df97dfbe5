import Positioning
import Testing

@Suite struct UTCTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_796_011_506_789, "2026-11-30T04:05:06.789Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func printsAndReadsBack(milliseconds: Int64, text: String) {
        #expect(UTCTime(milliseconds: milliseconds).iso8601 == text)
        #expect(UTCTime(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("2026-11-30T04:05:06Z", "2026-11-30T04:05:06.000Z"),
        ("2026-11-30T04:05:06.7Z", "2026-11-30T04:05:06.700Z"),
        ("2026-11-30T04:05:06.78999Z", "2026-11-30T04:05:06.789Z"),
        ("2026-11-30T04:05:06+01:30", "2026-11-30T02:35:06.000Z"),
        ("2026-11-30T04:05:06-0130", "2026-11-30T05:35:06.000Z"),
        ("2026-11-30", "2026-11-30T00:00:00.000Z"),
    ])
    func readsOtherFormsOfRFC3339(text: String, canonical: String) {
        #expect(UTCTime(iso8601: text)?.iso8601 == canonical)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-29", "2026-00-10", "2026-11-30T24:00:00Z", "2026-11-30T04:05:60Z",
        "2026-11-30T04:05:06", "2026-11-30T04:05:06.Z", "2026-11-30T04:05:06Zx", "garbage", "2026-11-30T04:05Z",
        "２０２６-11-30",
    ])
    func refusesWhatIsNoTime(text: String) {
        #expect(UTCTime(iso8601: text) == nil)
    }

    @Test func everyDayOfFourCenturiesReadsBack() {
        for day in stride(from: Int64(-100_000), to: 46_097, by: 1) {
            let time = UTCTime(milliseconds: day * 86_400_000)
            #expect(CivilTime(time).utc == time)
            #expect(CivilTime(time).exists)
        }
    }

    @Test(arguments: [Int64.min, -Int64.max, -1, 0, 1, .max] as [Int64])
    func reckoningStaysWithinTheNumbers(milliseconds: Int64) {
        for other in [Int64.min, -Int64.max, -1, 0, 1, .max] {
            let (time, earlier) = (UTCTime(milliseconds: milliseconds), UTCTime(milliseconds: other))
            #expect((-Int64.max...Int64.max).contains(time.since(earlier)))
            #expect((-Int64.max...Int64.max).contains(time.advanced(by: other).milliseconds))
            let (boot, before) = (BootTime(milliseconds: milliseconds), BootTime(milliseconds: other))
            #expect(boot.since(before) == time.since(earlier))
            #expect(boot.advanced(by: other).milliseconds == time.advanced(by: other).milliseconds)
        }
        #expect(UTCTime(milliseconds: .max).since(UTCTime(milliseconds: -1)) == .max)
        #expect(UTCTime(milliseconds: -2).since(UTCTime(milliseconds: .max)) == -Int64.max)
        #expect(UTCTime(seconds: .min).milliseconds == -Int64.max)
        #expect(UTCTime(seconds: 1 << 60) == UTCTime(milliseconds: .max))
    }

    @Test func theEndsOfTheNumbersHaveADateToo() {
        #expect(UTCTime(milliseconds: .min).iso8601 == "-292275055-05-16T16:47:04.192Z")
        #expect(UTCTime(milliseconds: .max).iso8601 == "292278994-08-17T07:12:55.807Z")
    }
}
