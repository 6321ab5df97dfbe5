import Positioning
import Testing

@testable import Receiver

@Suite struct ReportParserTests {
    private let parser = ReportParser()

    private func parse(_ line: String) -> Report {
        Array(line.utf8).withUnsafeBytes { parser.parse($0) }
    }

    private func position(_ line: String) -> PositionReport? {
        if case .position(let report) = parse(line) { report } else { nil }
    }

    private func sky(_ line: String) -> SkyReport? {
        if case .sky(let report) = parse(line) { report } else { nil }
    }

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
        #expect(parser.devices.names == ["/dev/ttyS0"])
    }

    @Test func everyMillisecondSurvivesTheBinaryFraction() {
        for millisecond in 0..<1000 {
            let digits = String(repeating: "0", count: 3 - String(millisecond).count) + String(millisecond)
            let line = #"{"class":"TPV","mode":1,"time":"2026-12-01T00:00:00.\#(digits)Z"}"#
            #expect(position(line)?.time?.milliseconds == 1_796_083_200_000 + Int64(millisecond))
        }
    }

    @Test(arguments: [
        (#""mode":3,"lat":51.5,"lon":-0.12"#, true),
        (#""mode":2,"lat":51.5,"lon":-0.12"#, true),
        (#""mode":3,"status":0,"lat":51.5,"lon":-0.12"#, true),
        (#""mode":1,"lat":51.5,"lon":-0.12"#, false),
        (#""mode":0,"lat":51.5,"lon":-0.12"#, false),
        (#""lat":51.5,"lon":-0.12"#, false),
        (#""mode":1,"status":8,"lat":51.5,"lon":-0.12"#, false),
        (#""mode":3,"lat":51.5"#, false),
        (#""mode":3,"lon":-0.12"#, false),
        (#""mode":3,"lat":1e999,"lon":-0.12"#, false),
        (#""mode":3,"lat":51.5,"lon":-1e999"#, false),
        (#""mode":3,"lat":nan,"lon":-0.12"#, false),
        (#""mode":9,"lat":51.5,"lon":-0.12"#, false),
    ])
    func aPositionNeedsBothCoordinatesAndAModeNeverAStatus(members: String, has: Bool) {
        let report = position(#"{"class":"TPV","time":"2026-12-01T08:15:30.000Z",\#(members)}"#)
        #expect((report?.coordinate != nil) == has)
    }

    @Test(arguments: [
        #"{"class":"TPV","mode":3,"lat":1.0,"lon":2.0}"#,
        #"{"class":"TPV","mode":3,"time":"garbage","lat":1.0,"lon":2.0}"#,
        #"{"class":"TPV","mode":3,"time":"","lat":1.0,"lon":2.0}"#,
        #"{"class":"TPV","mode":3,"time":"1926-11-30T12:00:00.000Z","lat":1.0,"lon":2.0}"#,
        #"{"class":"TPV","mode":3,"time":"1970-01-01T00:00:00.000Z","lat":1.0,"lon":2.0}"#,
    ])
    func aTextThatIsNoTimeIsNoTime(line: String) {
        let report = position(line)
        #expect(report != nil)
        #expect(report?.time == nil)
    }

    /// Versions of libgps make different things of it: none of them moves the time.
    @Test(arguments: ["01e99900", "01e9", "5e-3", "inf"])
    func decimalsThatAreNoneDoNotMoveTheTime(digits: String) {
        let time = position(#"{"class":"TPV","mode":1,"time":"2026-12-01T00:00:00.\#(digits)Z"}"#)?.time
        let second: ClosedRange<Int64> = 1_796_083_200_000...1_796_083_201_000
        #expect(time.map { second.contains($0.milliseconds) } ?? true)
    }

    @Test func nothingStaysFromTheReportBefore() {
        _ = parse(
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-12-01T00:00:00.000Z","lat":1.0,"lon":2.0,"#
                + #""eph":3.0,"altMSL":4.0,"speed":5.0,"track":6.0,"climb":7.0}"#)
        #expect(
            position(#"{"class":"TPV","mode":2}"#)
                == PositionReport(device: 1, time: nil, mode: .twoD, coordinate: nil))
        #expect(parser.devices.names == ["/dev/a", ""])
    }

    @Test(arguments: [
        (#""eph":5.5,"epx":3.0,"epy":4.0"#, 5.5),
        (#""epx":3.0,"epy":4.0"#, 5.0),
        (#""epx":3.0"#, nil),
        (#""eph":1e999,"epx":3.0,"epy":4.0"#, 5.0),
        (#""status":2"#, nil),
    ])
    func horizontalAccuracyIsEphElseFromItsParts(members: String, expected: Double?) {
        #expect(position(#"{"class":"TPV","mode":3,\#(members)}"#)?.horizontalAccuracy == expected)
    }

    @Test(arguments: [("0.0", 0.0), ("359.9", 359.9), ("360.0", 0.0), ("-1.0", nil), ("360.1", nil)])
    func aCourseIsAtLeast0AndBelow360(track: String, expected: Double?) {
        #expect(position(#"{"class":"TPV","mode":3,"track":\#(track)}"#)?.course == expected)
    }

    @Test(arguments: [
        "", "{", "{}", "null", "$GPRMC,,V,,,,,,,,,,N*53", "# comment",
        #"{"class":"TPV""#,
        #"{"class":"TPV","mode":3,"time":"2026-12-01T08:15:30.000Z","lat":51.5,"lon":-0.1"#,
        #"{"class":"TPV","mode":3,"lat":51.5,"lon":-0.1,"#,
        #"{"class":"TPV","mode":3,"lat":51.5,"lon":"#,
        #"{"class":"TPV","mode":3,"time":"2026-12-01T08:1"#,
        #"{"class":"TPV","mode":"3","lat":51.5,"lon":-0.1}"#,
        #"{"class":"TPV","mode":3 "lat":51.5}"#,
        #"{"class":"TPV","mode":[3]}"#,
        #"{"class":"SKY","satellites":[{"PRN":1}"#,
        #"{"class":"SKY","satellites":{}}"#,
        // These two never return from gps_unpack.
        #"{"class":"TPV",x"class":"TPV"}"#,
        #"{"class":"TPV","mode":3,"lat":1.0,x,"class":"SKY"}"#,
        #"{"class":"TPV","mode":3}{"class":"TPV","mode":3}"#,
        #"{"class":"TPV","mode":3}}"#,
        "{\"class\":\"TPV\",\"mode\":3\u{0},\"lat\":51.5}",
    ])
    func aLineThatCannotBeReadToItsEndIsMalformed(line: String) {
        #expect(parse(line) == .malformed)
        // And spoils nothing for the next one.
        #expect(position(#"{"class":"TPV","mode":1}"#)?.mode == FixMode.none)
    }

    @Test func anOverlongMemberIsMalformed() {
        let path = String(repeating: "x", count: 5000)
        #expect(parse(#"{"class":"TPV","device":"\#(path)","mode":3}"#) == .malformed)
    }

    @Test func moreSatellitesThanLibgpsHasRoomForAreMalformedNotZero() {
        let satellite = #"{"PRN":7,"el":10,"az":333,"ss":39,"used":true}"#
        let line =
            #"{"class":"SKY","hdop":0.9,"satellites":[\#(Array(repeating: satellite, count: 190).joined(separator: ","))]}"#
        #expect(parse(line) == .malformed)
    }

    @Test func satellitesThatAreNotCountedAreNotZero() {
        let full =
            #"{"class":"SKY","hdop":0.9,"nSat":2,"uSat":1,"satellites":[{"PRN":7,"used":true},{"PRN":8,"used":false}]}"#
        #expect(sky(full) == SkyReport(device: 0, hdop: 0.9, satellites: 1))
        #expect(sky(#"{"class":"SKY","hdop":0.8}"#) == SkyReport(device: 0, hdop: 0.8, satellites: nil))
    }

    @Test func aSkyIsNoPosition() {
        _ = parse(#"{"class":"TPV","mode":3,"time":"2026-12-01T00:00:00.000Z","lat":1.0,"lon":2.0}"#)
        #expect(position(#"{"class":"SKY","hdop":0.8}"#) == nil)
    }

    @Test(arguments: [
        (#"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#, Report.deviceLost(path: "/dev/ttyUSB0")),
        (#"{"class":"DEVICE","activated":0,"path":"/dev/ttyUSB0"}"#, .deviceLost(path: "")),
        (#"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2026-12-01T00:00:00.000Z","flags":1}"#, .irrelevant),
        (#"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0.5}"#, .irrelevant),
        (#"{"class":"ERROR","message":"No such device"}"#, .refused(message: "No such device")),
        (#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#, .version("3.22")),
        (#"{"class":"WATCH","enable":true,"json":true}"#, .irrelevant),
        (#"{"class":"AIS","type":5}"#, .irrelevant),
        (#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":0}]}"#, .irrelevant),
        (#"{"class":"NEWS","x":[[["#, .irrelevant),
    ])
    func otherClasses(line: String, expected: Report) {
        #expect(parse(line) == expected)
    }

    @Test func devicesBeyondTheTableShareItsLastPlace() {
        for number in 0..<40 {
            let report = position(#"{"class":"TPV","device":"/dev/\#(number)","mode":1}"#)
            #expect(report?.device == min(number, DevicePaths.maximum - 1))
        }
        #expect(position(#"{"class":"TPV","device":"/dev/3","mode":1}"#)?.device == 3)
        #expect(parser.devices.names.count == DevicePaths.maximum)
    }

    /// On these `gps_unpack` never returns.
    @Test(arguments: [
        #"{"device":"/dev/a","class":"TPV","mode":3}"#, #"{\u{DC}"class":"TPV","mode":3}"#, #"{,"class":"TPV"}"#,
        #"{ "x":[,"class":"SKY"}"#, #"{"mode":3,"class":"DEVICE","activated":0}"#, #"{"tag":1,"class":"ERROR"}"#,
    ])
    func aLineThatDoesNotBeginWithItsClassIsNotHandedToLibgps(line: String) {
        #expect(parse(line) == .malformed)
    }
}
