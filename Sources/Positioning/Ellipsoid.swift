/// The WGS-84 reference ellipsoid (NIMA TR8350.2).
enum Ellipsoid {
    /// Semi-major axis in metres.
    static let a = 6_378_137.0
    /// Flattening.
    static let f = 1 / 298.257223563
    /// Semi-minor axis in metres.
    static let b = a * (1 - f)
    /// First eccentricity, squared.
    static let e2 = f * (2 - f)
    /// Mean radius in metres, (2a + b) / 3.
    static let meanRadius = (2 * a + b) / 3
}
