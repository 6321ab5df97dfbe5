import CGPS
import Positioning
import Testing

@testable import Receiver

/// What the parser makes of one line.
private func parse(_ line: String, with parser: ReportParser = ReportParser()) -> Report {
    Array(line.utf8).withUnsafeBytes { parser.parse($0) }
}

/// The TPV that a line is read as.
private func position(_ line: String, with parser: ReportParser = ReportParser()) -> PositionReport? {
    if case .position(let report) = parse(line, with: parser) { report } else { nil }
}

@Suite struct ReportParserTests {
    @Test func aFullPositionIsCopiedOut() throws {
        let report = try #require(
            position(
                #"{"class":"TPV","device":"/dev/ttyS0","status":2,"mode":3,"time":"2026-12-01T08:15:30.290Z","#
                    + #""lat":-36.85,"lon":174.76,"altHAE":50.1,"altMSL":12.5,"alt":12.5,"epx":3.0,"epy":4.0,"#
                    + #""eph":6.1,"track":271.5,"speed":13.9,"climb":-0.2}"#))
        #expect(report.time == UTCTime(iso8601: "2026-12-01T08:15:30.290Z"))
        #expect(report.mode == .threeD)
        #expect(report.coordinate == Coordinate(latitude: -36.85, longitude: 174.76))
        #expect(report.horizontalAccuracy == 6.1)
        #expect(report.altitude == 12.5)
        #expect(report.course == 271.5)
        #expect(report.speed == 13.9)
        #expect(report.climb == -0.2)
    }

    @Test func everyMillisecondSurvivesTheBinaryFraction() {
        let parser = ReportParser()
        for millisecond in 0..<1000 {
            let digits = String(repeating: "0", count: 3 - String(millisecond).count) + String(millisecond)
            let line = #"{"class":"TPV","mode":1,"time":"2026-12-01T00:00:00.\#(digits)Z"}"#
            #expect(position(line, with: parser)?.time?.milliseconds == 1_796_083_200_000 + Int64(millisecond))
        }
    }
}
