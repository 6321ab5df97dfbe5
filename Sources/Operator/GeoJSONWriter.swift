import JSON

/// A FeatureCollection with one Point for each position, a line of text each.
struct GeoJSONWriter: TrackWriter {
    private var isFirst = true

    func begin() -> String { "{\"type\":\"FeatureCollection\",\"features\":[" }

    mutating func point(_ point: TrackPoint) -> String {
        var writer = JSONWriter(capacity: 512)
        writer.object { json in
            json.member("type", "Feature")
            json.member("geometry") { json in
                json.object { json in
                    json.member("type", "Point")
                    json.member("coordinates") { Self.writePlace(point, &$0) }
                }
            }
            json.member("properties") { Self.writeProperties(point, &$0) }
        }
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + writer.text
    }

    func end() -> String { "\n]}\n" }

    private static func writePlace(_ point: TrackPoint, _ json: inout JSONWriter) {
        json.array { json in
            json.decimal(point.place.longitude)
            json.decimal(point.place.latitude)
            if let altitude = point.altitude { json.decimal(altitude, places: 3) }
        }
    }

    private static func writeProperties(_ point: TrackPoint, _ json: inout JSONWriter) {
        func number(_ name: String, _ value: Double?, _ json: inout JSONWriter) {
            if let value { json.member(name) { $0.decimal(value, places: 3) } }
        }
        json.object { json in
            json.member("time", point.time.iso8601)
            json.member("device_id", point.deviceID)
            number("accuracy", point.accuracy, &json)
            number("speed", point.speed, &json)
            number("course", point.course, &json)
            number("climb", point.climb, &json)
            number("hdop", point.hdop, &json)
            if let satellites = point.satellites { json.member("satellites", satellites) }
            if let mode = point.mode { json.member("mode", mode.rawValue) }
            if let age = point.age { json.member("age_ms", age) }
            let known: Set<String> = ["speed", "course", "climb", "hdop", "satellites", "altitude", "mode", "age"]
            for (name, value) in point.properties.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
                json.member(name, value)
            }
        }
    }
}
