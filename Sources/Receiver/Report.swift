import Positioning

/// One line of gpsd, as far as the Receiver cares.
enum Report: Equatable {
    /// TPV: time, position and velocity.
    case position(PositionReport)
    /// SKY: satellites and dilution of precision.
    case sky(SkyReport)
    /// VERSION: gpsd's greeting, with its release.
    case version(String)
    /// DEVICE with `activated` 0: gpsd lost this device.
    case deviceLost(path: String)
    /// ERROR: gpsd refused something.
    case refused(message: String)
    /// A class that says nothing about fixes.
    case irrelevant
    /// Not a report that libgps can read to its end.
    case malformed
}

/// What one TPV says (gpsd_json(5)). A number that is missing or not finite is nil.
struct PositionReport: Equatable {
    /// Which of gpsd's devices: an index of `ReportParser.devices.names`.
    var device: Int
    var time: UTCTime?
    var mode: FixMode
    /// Nil unless `mode` is 2D or 3D and both numbers are finite. `status` plays no part: it only qualifies `mode`.
    var coordinate: Coordinate?
    var horizontalAccuracy: Double?
    var altitude: Double?
    var speed: Double?
    var course: Double?
    var climb: Double?
}

/// What one SKY says.
struct SkyReport: Equatable {
    /// Which of gpsd's devices: an index of `ReportParser.devices.names`.
    var device: Int
    var hdop: Double?
    /// Nil where the report did not count them: libgps says 0 then.
    var satellites: Int?
}
