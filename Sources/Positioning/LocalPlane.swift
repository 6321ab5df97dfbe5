import Glibc

/// Metres east and north of a place, linear in degrees: the plane in which a straight line on a map with latitude and
/// longitude as its axes is straight too.
///
/// Lengths are those of the WGS-84 ellipsoid at the origin, right across the date line. Away from the origin's latitude
/// east-west lengths are off by the ratio of the cosines (0.1 % in 8 km at 40 degrees); no place for a pole.
public struct LocalPlane: Sendable {
    /// The place that is 0, 0.
    public let origin: Coordinate
    /// Metres of one degree of longitude at the origin.
    public let metresPerDegreeEast: Double
    /// Metres of one degree of latitude at the origin.
    public let metresPerDegreeNorth: Double

    /// The plane that touches the ellipsoid at `origin`.
    public init(origin: Coordinate) {
        self.origin = origin
        let phi = origin.latitude * .pi / 180
        let w = 1 - Ellipsoid.e2 * sin(phi) * sin(phi)
        let primeVertical = Ellipsoid.a / w.squareRoot()
        metresPerDegreeEast = primeVertical * cos(phi) * .pi / 180
        metresPerDegreeNorth = primeVertical * (1 - Ellipsoid.e2) / w * .pi / 180
    }

    /// Where `coordinate` lies on the plane, by the shorter way round the Earth.
    public func offset(of coordinate: Coordinate) -> (east: Double, north: Double) {
        let degreesEast = remainder(coordinate.longitude - origin.longitude, 360)
        return (
            degreesEast * metresPerDegreeEast, (coordinate.latitude - origin.latitude) * metresPerDegreeNorth
        )
    }
}
