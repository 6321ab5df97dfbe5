import Positioning
import Testing

@testable import Replay

@Suite struct GPSDTests {
    private func tpv(_ time: String, _ rest: String = #""mode":3,"lat":47.5,"lon":8.5,"eph":5.0"#) -> String {
        #"{"class":"TPV","device":"/dev/ttyS0","time":"\#(time)",\#(rest)}"# + "\n"
    }

    @Test("several reports of one time are one epoch, also where NMEA stands between them")
    func epochs() throws {
        let recording = try recording(
            of: nmea("GPRMC,080000,A,4730.0,N,00830.0,E,,,010526,,,A") + tpv("2026-05-01T08:00:00.000Z")
                + tpv("2026-05-01T08:00:00.000Z", #""mode":3,"lat":47.5,"lon":8.5,"speed":12.0,"track":90.0"#)
                + #"{"class":"SKY","hdop":0.8}"# + "\n" + tpv("2026-05-01T08:00:01.000Z"))
        #expect(recording.format == .gpsd)
        #expect(recording.fixes.count == 2)
        #expect((recording.fixes[0].speed, recording.fixes[0].horizontalAccuracy) == (12, 5))
    }

    @Test("the time floor is the first fix; what lies before it or has no time is counted")
    func floor() throws {
        let recording = try recording(
            of: tpv("2026-05-01T08:00:10.000Z") + tpv("2026-05-01T08:00:05.000Z") + tpv("2026-05-01T08:00:11.000Z"))
        #expect(recording.fixes.count == 2)
        #expect(recording.unusable == ["backwards": 1])
    }

    @Test("a half line is passed over and counted")
    func halfLine() throws {
        let recording = try recording(of: tpv("2026-05-01T08:00:00.000Z") + #"{"class":"TPV","mode":3,"la"#)
        #expect((recording.fixes.count, recording.damagedLines) == (1, 1))
    }
}
