/// How a track is written out.
enum TrackFormat: String, CaseIterable {
    /// Columns for people.
    case text
    /// GPX 1.1.
    case gpx
    /// GeoJSON (RFC 7946).
    case geojson
    /// CSV (RFC 4180), as `waypost replay` reads it.
    case csv

    var writer: any TrackWriter {
        switch self {
        case .text: TextTrackWriter()
        case .gpx: GPXWriter()
        case .geojson: GeoJSONWriter()
        case .csv: CSVWriter()
        }
    }
}

/// Writes a track piece by piece, so that its length costs no memory.
protocol TrackWriter {
    /// What comes before the first point.
    mutating func begin() -> String
    /// The next point; points come in ascending order of time.
    mutating func point(_ point: TrackPoint) -> String
    /// What comes after the last point.
    mutating func end() -> String
}
