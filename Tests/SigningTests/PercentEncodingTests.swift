import Positioning
import Signing
import Testing

struct PercentEncodingTests {
    @Test func onlyUnreservedCharactersStay() {
        #expect(PercentEncoding.encoded("AZaz09-._~") == "AZaz09-._~")
        #expect(PercentEncoding.encoded("a/b c+é") == "a%2Fb%20c%2B%C3%A9")
        #expect(PercentEncoding.encoded("/a/b", keepingSlashes: true) == "/a/b")
    }

    @Test func decodingUndoesEncoding() {
        #expect(PercentEncoding.decoded("a%2Fb%20c%2b%C3%A9") == Array("a/b c+é".utf8))
        #expect(PercentEncoding.decoded("%") == Array("%".utf8))
        #expect(PercentEncoding.decoded("%4") == Array("%4".utf8))
        #expect(PercentEncoding.decoded("%zz%41") == Array("%zzA".utf8))
    }

    @Test(arguments: [
        "", "20150830T123600", "2015083aT123600Z", "20150230T123600Z", "20150830 123600Z", "٢٠150830T123600Z",
    ])
    func timestampsInAnotherFormAreNotRead(_ text: String) {
        #expect(UTCTime(signingTimestamp: text) == nil)
    }

    @Test func timestampsAreReadAndWritten() {
        let time = UTCTime(signingTimestamp: "20150830T123600Z")
        #expect(time?.iso8601 == "2015-08-30T12:36:00.000Z")
        #expect(time?.signingTimestamp == "20150830T123600Z")
        #expect(time?.signingDay == "20150830")
    }
}
