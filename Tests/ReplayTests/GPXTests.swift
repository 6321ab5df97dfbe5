import Positioning
import Testing

@testable import Replay

@Suite struct GPXTests {
    @Test("track points of GPX 1.1 with extensions, whatever their prefix, and of GPX 1.0")
    func points() throws {
        let recording = try recording(
            of: """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- <trkpt lat="1" lon="1"> is only a comment -->
                <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://x/v2">
                <metadata><time>2020-01-01T00:00:00Z</time></metadata>
                <wpt lat="3" lon="3"><time>2020-01-01T00:00:00Z</time></wpt>
                <trk><name>A &amp; B &#x41;<![CDATA[<trkpt>]]></name><trkseg>
                <trkpt lat="47.5" lon='-8.5'><ele>410.5</ele><time>2026-05-01T10:00:00.250+02:00</time>
                  <hdop>1.2</hdop><sat>9</sat><fix>3d</fix>
                  <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>12.5</gpxtpx:speed>
                  <gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension>
                  <accuracy>6</accuracy></extensions></trkpt>
                <trkpt lon="-8.6" lat="47.6"><time>2026-05-01T08:00:01Z</time><speed>3</speed></trkpt>
                <trkpt lat="1" lon="1"/>
                </trkseg></trk></gpx>
                """)
        #expect(recording.format == .gpx)
        #expect(recording.fixes.count == 2)
        #expect(recording.unusable == ["no-time": 1])
        let first = recording.fixes[0]
        #expect(first.sampleTime.iso8601 == "2026-05-01T08:00:00.250Z")
        #expect(first.coordinate == Coordinate(latitude: 47.5, longitude: -8.5))
        #expect((first.altitude, first.hdop, first.satellites, first.mode) == (410.5, 1.2, 9, .threeD))
        #expect((first.speed, first.course, first.horizontalAccuracy) == (12.5, 90, 6))
        #expect(recording.fixes[1].speed == 3)
        #expect(recording.fixes[1].mode == .twoD)
    }

    @Test(
        "what is wrong is named with its line",
        arguments: [
            (
                "<gpx>\n<trkpt lat=\"1\"></trkpt></gpx>",
                "drive:2: a track point needs lat and lon, each a number"
            ),
            (
                "<gpx><trkpt lat='1' lon='1'>\n\n<time>yesterday</time></trkpt></gpx>",
                "drive:3: time is \"yesterday\"; it should be like 2026-01-31T12:00:00Z"
            ),
            ("<gpx><trkpt lat='1' lon='1'>\n<speed>fast", "drive:2: speed is \"fast\", which is no number"),
            ("<gpx>\n<trkpt lat=\"1", "drive:2: the file ends inside a tag"),
            ("<gpx>\n<!-- never closed", "drive:2: the file ends inside a comment or instruction"),
            ("<gpx>\n<name>&bomb;</name>", "drive:2: an & is not followed by the name of a known character"),
            ("<gpx>\n<trkpt lat=1 lon=2>", "drive:2: the attribute \"lat\" has no quoted value"),
            ("<gpx a\u{1B}[31m=1>", "drive:1: the attribute \"a?[31m\" has no quoted value"),
            (
                "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>",
                "drive:1: a document type definition is not accepted in GPX"
            ),
        ])
    func faults(text: String, message: String) {
        #expect(failure(of: text) == message)
    }

    @Test("bytes in any order end in tokens or a fault, never in a trap", arguments: 0..<50)
    func fuzz(seed: Int) {
        let pieces = [
            "<", ">", "</", "/>", "trkpt", " lat='1'", "\"", "'", "&", ";", "&#99999999;", "<![CDATA[", "]]>", "<?",
            "é", "=",
        ]
        var state = UInt64(seed) &* 7919 &+ 17
        var text = ""
        for _ in 0..<200 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text += pieces[Int(state >> 40) % pieces.count]
        }
        var scanner = XMLScanner(Array(text.utf8))
        var count = 0
        while count < 1000, (try? scanner.next()) != nil { count += 1 }
        #expect(count < 1000)
    }
}
