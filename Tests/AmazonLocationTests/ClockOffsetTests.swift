import AmazonLocation
import Positioning
import Testing
import Transport

struct ClockOffsetTests {
    static let sent = UTCTime(seconds: 0)

    private func learned(_ headers: [(String, String)], roundTrip: Int64 = 2000) -> ClockOffset {
        var offset = ClockOffset()
        let response = HTTPResponse(status: 403, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: [])
        offset.learn(from: response, sent: Self.sent, received: Self.sent.advanced(by: roundTrip))
        return offset
    }

    @Test func aBoxIn1970LearnsTheTimeFromAnyAnswer() {
        let offset = learned([("Date", "Mon, 30 Nov 2026 05:27:00 GMT")])
        #expect(offset.isKnown)
        #expect(offset.corrected(UTCTime(seconds: 1)).iso8601 == "2026-11-30T05:27:00.000Z")
    }

    @Test func whatDoesNotTellTheTimeTeachesNothing() {
        let date = ("Date", "Mon, 30 Nov 2026 05:27:00 GMT")
        #expect(!learned([]).isKnown)
        #expect(!learned([("Date", "yesterday")]).isKnown)
        #expect(!learned([date, ("Age", "3")]).isKnown)
        #expect(!learned([date], roundTrip: 900_001).isKnown)
        #expect(!learned([date], roundTrip: -1).isKnown)
        #expect(learned([date], roundTrip: 900_000).isKnown)
        #expect(learned([]).corrected(Self.sent) == Self.sent)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil), ("", nil),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
            ("Sun, 6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 nov 1994 08:49:37 GMT", nil),
        ] as [(String, Int64?)])
    func onlyTheOneFormOfDatesIsRead(_ text: String, _ seconds: Int64?) {
        #expect(UTCTime(httpDate: text) == seconds.map(UTCTime.init(seconds:)))
    }
}
