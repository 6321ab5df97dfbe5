import Foundation
import Outbox
import Positioning
import Testing

@testable import Operator

@Suite struct ExportTests {
    @Test func everyPageOfTheStoreIsWrittenOnceAndInOrder() throws {
        let box = try Box()
        let count = StoredFixPages.pageSize * 2 + 17
        try box.store(count)
        let lines = try box.run(ExportCommand.self, ["--format", "csv"]).split(separator: "\n")
        #expect(lines.count == count + 1)
        #expect(lines[0].hasPrefix("time_ms,latitude,longitude,accuracy,speed,course"))
        #expect(lines[1] == "1796000000000,47,8.5,3,11.1,0,400.5,,12,,3,0,\(box.start.iso8601),truck-7")
        let times = lines.dropFirst().compactMap { Int64($0.prefix { $0 != "," }) }
        #expect(times == (0..<count).map { box.fix($0).sampleTime.milliseconds })
    }

    @Test func theWindowIncludesItsStartAndNotItsEnd() throws {
        let box = try Box()
        try box.store(30)
        let window = ["--from", box.fix(10).sampleTime.iso8601, "--to", box.fix(20).sampleTime.iso8601]
        let lines = try box.run(ExportCommand.self, ["--format=text"] + window).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.first == "\(box.fix(10).sampleTime.iso8601)   47.00100     8.50000 ±3 m")
        #expect(throws: (any Error).self) {
            try box.run(ExportCommand.self, ["--format=text", "--from", "2026-11-30", "--to", "2026-11-29"])
        }
        #expect(throws: (any Error).self) { try box.run(ExportCommand.self, ["--format=text", "--from", "yesterday"]) }
    }

    @Test func linesFitAPhone() throws {
        let box = try Box()
        var fix = box.fix(0)
        fix.coordinate = Coordinate(latitude: -47.001, longitude: -108.5)
        fix.horizontalAccuracy = 123
        func point(_ milliseconds: Int64) throws -> TrackPoint {
            fix.sampleTime = box.start.advanced(by: milliseconds)
            return try #require(TrackPoint(StoredFix(id: 1, deviceID: "x", fix: fix)))
        }
        let points = try [point(0), point(250), point(86_400_000)]
        let (day, next) = (points[0].time.iso8601, points[2].time.iso8601)
        let hour = day.dropFirst(11).prefix(6)
        var narrow = TextTrackWriter(columns: 40)
        let lines = points.map { narrow.point($0) }.joined().split(separator: "\n")
        #expect(
            lines == [
                "\(day.prefix(10)) UTC", "\(day.dropFirst(11).prefix(8)) -47.00100 -108.50000 ±123 m",
                "\(hour)\(points[1].time.iso8601.dropFirst(17).prefix(6)) -47.00100 -108.50000 ±123 m",
                "\(next.prefix(10)) UTC", "\(next.dropFirst(11).prefix(8)) -47.00100 -108.50000 ±123 m",
            ])
        #expect(lines.allSatisfy { $0.count <= 40 })
        // With the room each line stands for itself.
        var wide = TextTrackWriter(columns: 80)
        #expect(points.map { wide.point($0) }.joined().split(separator: "\n").count == 3)
        #expect(wide.point(points[0]) == "\(day)  -47.00100  -108.50000 ±123 m\n")
        #expect(wide.point(points[0]).count == 55)
    }

    @Test func geoJSONIsJSON() throws {
        let box = try Box()
        try box.store(3)
        let text = try box.run(ExportCommand.self, ["--format", "geojson"])
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let features = try #require(object?["features"] as? [[String: Any]])
        #expect(object?["type"] as? String == "FeatureCollection")
        #expect(features.count == 3)
        let geometry = try #require(features[1]["geometry"] as? [String: Any])
        #expect(geometry["coordinates"] as? [Double] == [8.5, 47.0001, 400.5])
    }

    @Test(arguments: TrackFormat.allCases) func anEmptyStoreIsAnEmptyTrackAndNoError(format: TrackFormat) throws {
        let box = try Box()
        try box.store(0)
        let text = try box.run(ExportCommand.self, ["--format", format.rawValue])
        switch format {
        case .text: #expect(text.isEmpty)
        case .csv: #expect(text.split(separator: "\n").count == 1)
        case .gpx: #expect(text.hasSuffix("</gpx>\n") && !text.contains("<trk>"))
        case .geojson: #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        }
    }

    @Test func gpxHasATrackForEachDeviceAndEscapesItsName() throws {
        let box = try Box()
        var writer = GPXWriter()
        var text = writer.begin()
        for (device, index) in [("a", 0), ("a", 1), ("b<&>", 2)] {
            let stored = StoredFix(id: 1, deviceID: device, fix: box.fix(index))
            text += writer.point(try #require(TrackPoint(stored)))
        }
        text += writer.end()
        #expect(text.components(separatedBy: "<trk>").count == 3)
        #expect(text.components(separatedBy: "</trkseg></trk>").count == 3)
        #expect(text.contains("<name>b&lt;&amp;&gt;</name>"))
        #expect(text.contains("<trkpt lat=\"47.0001\" lon=\"8.5\"><ele>400.5</ele><time>"))
    }

    @Test func aBoxWithoutAStoreIsToldSo() throws {
        let box = try Box()
        #expect(throws: OperatorError.self) { try box.run(ExportCommand.self, ["--format", "csv"]) }
        #expect(throws: (any Error).self) { try box.run(ExportCommand.self) }
    }
}
