import Positioning

extension Coordinate {
    /// True if `other` is at most `metres` away along the ellipsoid, without trigonometry where a rough look decides.
    ///
    /// No degree of latitude or longitude is longer than 111.7 km, and none of latitude is shorter than 110.5 km.
    func isWithin(_ metres: Double, of other: Coordinate) -> Bool {
        let north = abs(latitude - other.latitude)
        let east = abs(longitude - other.longitude)
        if (north + east) * 111_700 <= metres { return true }
        if north * 110_500 > metres { return false }
        return distance(to: other) <= metres
    }
}
