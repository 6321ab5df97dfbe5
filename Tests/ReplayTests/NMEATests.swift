import Positioning
import Testing

@testable import Replay

@Suite struct NMEATests {
    @Test("the sentences of one time are one epoch, with the best of each")
    func epoch() throws {
        let recording = try recording(
            of: "# a comment\r\n" + nmea("GPGGA,101530.50,4730.0000,N,00830.0000,W,1,09,0.9,410.5,M,47.0,M,,")
                + nmea("GPGSA,A,3,01,02,03,,,,,,,,,,1.5,0.9,1.2") + nmea("GPGSV,1,1,00")
                + nmea("GPRMC,101530.50,A,4730.0000,N,00830.0000,W,10.0,270.0,300426,,,A")
                + nmea("GPRMC,101531.50,A,4745.0000,S,00830.0000,E,,,300426,,,A"))
        #expect(recording.format == .nmea)
        #expect(recording.fixes.count == 2)
        let fix = recording.fixes[0]
        #expect(fix.sampleTime.iso8601 == "2026-04-30T10:15:30.500Z")
        #expect(fix.coordinate == Coordinate(latitude: 47.5, longitude: -8.5))
        #expect((fix.mode, fix.hdop, fix.altitude, fix.satellites) == (.threeD, 0.9, 410.5, 9))
        #expect(abs((fix.speed ?? 0) - 5.1444) < 1e-4)
        #expect(fix.course == 270)
        #expect(recording.fixes[1].coordinate == Coordinate(latitude: -47.75, longitude: 8.5))
    }

    @Test("GNS stands in for GGA, and tells of several constellations")
    func gns() throws {
        let recording = try recording(
            of: nmea("GNRMC,101530,A,4730.0000,N,00830.0000,E,10.0,270.0,300426,,,A")
                + nmea("GNGNS,101530,4730.0000,N,00830.0000,E,AAN,14,0.7,410.5,47.0,,")
                + nmea("GNGNS,101531,,,,,NNN,00,99.0,,,,"))
        #expect(recording.fixes.map(\.satellites) == [14, nil])
        #expect(recording.fixes.map(\.mode) == [.threeD, .none])
    }

    @Test("a void epoch is an epoch without a position")
    func void() throws {
        let recording = try recording(
            of: nmea("GPRMC,101530,V,4730.0,N,00830.0,E,,,300426,,,N")
                + nmea("GPGGA,101531,4730.0,N,00830.0,E,0,00,,,M,,M,,"))
        #expect(recording.fixes.map(\.mode) == [.none, .none])
        #expect(recording.fixes.allSatisfy { $0.coordinate == nil })
    }

    @Test("before midnight and after it, with GGA ahead of the RMC that tells the new date")
    func midnight() throws {
        let recording = try recording(
            of: nmea("GPRMC,235959,A,4730.0,N,00830.0,E,,,310126,,,A")
                + nmea("GPGGA,000000,4730.0,N,00830.0,E,1,05,1.0,400,M,,M,,")
                + nmea("GPGGA,000001,4730.0,N,00830.0,E,1,05,1.0,400,M,,M,,"))
        #expect(
            recording.fixes.map(\.sampleTime.iso8601) == [
                "2026-01-31T23:59:59.000Z", "2026-02-01T00:00:00.000Z", "2026-02-01T00:00:01.000Z",
            ])
    }

    @Test("a wrong checksum, a half line and a wrong number cost their line, nothing else")
    func damaged() throws {
        let good = nmea("GPRMC,101530,A,4730.0,N,00830.0,E,,,300426,,,A")
        let recording = try recording(
            of: good + good.replacing("4730", with: "4830") + "$GPRMC,1015\r\n" + "$PMTK010,001*00\r\n"
                + nmea("GPGGA,999999,4730.0,N,00830.0,E,1,05,1.0,400,M,,M,,"))
        #expect(recording.fixes.count == 1)
        #expect(recording.damagedLines == 2)
    }

    @Test("epochs before any date have no time, and are counted")
    func noDate() throws {
        let recording = try recording(
            of: nmea("GPGGA,101529,4730.0,N,00830.0,E,1,05,1.0,400,M,,M,,")
                + nmea("GPRMC,101530,A,4730.0,N,00830.0,E,,,300426,,,A"))
        #expect((recording.fixes.count, recording.unusable) == (1, ["no-time": 1]))
        let text = nmea("GPGGA,101529,4730.0,N,00830.0,E,1,05,1.0,400,M,,M,,")
        #expect(failure(of: text)?.contains("epochs dropped as no-time: 1") == true)
    }

    @Test("--now repairs the date of a receiver whose week counter began anew")
    func rollover() throws {
        let text = nmea("GPRMC,101530,A,4730.0,N,00830.0,E,,,140906,,,A")
        #expect(try recording(of: text).fixes.first?.sampleTime.iso8601 == "2006-09-14T10:15:30.000Z")
        let now = UTCTime(iso8601: "2026-05-15")
        #expect(try recording(of: text, now: now).fixes.first?.sampleTime.iso8601 == "2026-04-30T10:15:30.000Z")
    }
}
