import Glibc

extension Coordinate {
    /// Initial course to `other` in degrees clockwise from true north, 0..<360; 0 for the same point.
    ///
    /// On the sphere, which is within 0.2 degrees of the ellipsoid: enough to compare courses.
    public func bearing(to other: Coordinate) -> Double {
        let phi1 = latitude * .pi / 180
        let phi2 = other.latitude * .pi / 180
        let lambda = (other.longitude - longitude) * .pi / 180
        let east = sin(lambda) * cos(phi2)
        let north = cos(phi1) * sin(phi2) - sin(phi1) * cos(phi2) * cos(lambda)
        guard east != 0 || north != 0 else { return 0 }
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// The smallest turn between two courses in degrees, 0...180, safe across north.
    public static func turn(from first: Double, to second: Double) -> Double {
        abs(remainder(second - first, 360))
    }
}
