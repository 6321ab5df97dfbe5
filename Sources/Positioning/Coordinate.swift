/// A point on the WGS-84 ellipsoid, in degrees.
///
/// May lie outside the ranges of a real place: a receiver can say anything. `isOnEarth` tells.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90...90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180...180.
    public var longitude: Double

    /// The point at `latitude` and `longitude`, unchecked.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// True if both members are finite and in range, as Amazon Location demands of a position.
    public var isOnEarth: Bool {
        latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
    }

    /// True at 0 degrees, 0 degrees, the place that software without a position likes to name.
    public var isNullIsland: Bool {
        latitude == 0 && longitude == 0
    }
}
