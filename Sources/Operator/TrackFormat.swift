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

    /// What writes it, as text for lines of `columns`.
    func writer(columns: Int) -> any TrackWriter {
        switch self {
        case .text: TextTrackWriter(columns: columns)
        case .gpx: GPXWriter()
        case .geojson: GeoJSONWriter()
        case .csv: CSVWriter()
        }
    }
}
