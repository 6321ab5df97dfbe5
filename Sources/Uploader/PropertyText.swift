import AmazonLocation
import Configuration
import JSON
import Positioning

/// What PositionProperties say about a fix: each value in its shortest form, since every byte is paid for.
enum PropertyText {
    /// The pairs of `properties` that `fix` has a value for, in that order.
    static func pairs(_ properties: [PositionProperty], of fix: Fix) -> [PositionUpdate.Property] {
        properties.compactMap { property in
            value(property, of: fix).map { PositionUpdate.Property(property.rawValue, $0) }
        }
    }

    /// Metres, metres per second, degrees; the age in seconds.
    private static func value(_ property: PositionProperty, of fix: Fix) -> String? {
        switch property {
        case .speed: decimal(fix.speed, places: 2)
        case .course: decimal(fix.course, places: 1)
        case .altitude: decimal(fix.altitude, places: 1)
        case .climb: decimal(fix.climb, places: 2)
        case .mode: String(fix.mode.rawValue)
        case .satellites: fix.satellites.map { String($0) }
        case .hdop: decimal(fix.hdop, places: 2)
        case .age: decimal(Double(fix.positionAge) / 1000, places: 1)
        }
    }

    private static func decimal(_ value: Double?, places: Int) -> String? {
        guard let value, value.isFinite else { return nil }
        var writer = JSONWriter(capacity: 16)
        writer.decimal(value, places: places)
        return writer.text
    }
}
