/// How much of a position the receiver has, as gpsd's `mode` says it (gpsd_json(5), TPV).
public enum FixMode: Int, Comparable, Sendable {
    /// gpsd has not seen a mode yet.
    case unknown = 0
    /// The receiver has no position.
    case none = 1
    /// Latitude and longitude.
    case twoD = 2
    /// Latitude, longitude and altitude.
    case threeD = 3

    /// Less position sorts first.
    public static func < (left: FixMode, right: FixMode) -> Bool {
        left.rawValue < right.rawValue
    }
}
