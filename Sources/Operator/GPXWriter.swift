import Positioning
import Replay
import Runtime

/// GPX 1.1 (topografix.com/GPX/1/1), one track for each run of the same device id.
///
/// What GPX has no element for goes into extensions: speed and course as Garmin's TrackPointExtension, which most
/// programs read, the accuracy under a name of our own.
struct GPXWriter: TrackWriter {
    private var deviceID: String?

    func begin() -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="waypost \(Version.current)" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:waypost="urn:waypost:gpx:1">

        """
    }

    mutating func point(_ point: TrackPoint) -> String {
        var text = ""
        if point.deviceID != deviceID {
            if deviceID != nil { text += Self.close }
            text += "<trk><name>\(XMLText.escaped(point.deviceID))</name><trkseg>\n"
            deviceID = point.deviceID
        }
        let (latitude, longitude) = (point.place.latitude, point.place.longitude)
        text += "<trkpt lat=\"\(NumberText.decimal(latitude, 7))\" lon=\"\(NumberText.decimal(longitude, 7))\">"
        text += Self.element("ele", point.altitude, 3)
        text += "<time>\(point.time.iso8601)</time>"
        if let mode = point.mode, mode >= .twoD { text += "<fix>\(mode == .threeD ? "3d" : "2d")</fix>" }
        if let satellites = point.satellites { text += "<sat>\(max(satellites, 0))</sat>" }
        text += Self.element("hdop", point.hdop, 2)
        return text + Self.extensions(point) + "</trkpt>\n"
    }

    func end() -> String { (deviceID == nil ? "" : Self.close) + "</gpx>\n" }

    private static let close = "</trkseg></trk>\n"

    private static func extensions(_ point: TrackPoint) -> String {
        let motion =
            element("gpxtpx:speed", point.speed, 3)
            + element("gpxtpx:course", point.course.map { $0.truncatingRemainder(dividingBy: 360) }, 3)
        var text = motion.isEmpty ? "" : "<gpxtpx:TrackPointExtension>\(motion)</gpxtpx:TrackPointExtension>"
        text += element("waypost:accuracy", point.accuracy, 3)
        return text.isEmpty ? "" : "<extensions>\(text)</extensions>"
    }

    private static func element(_ name: String, _ value: Double?, _ places: Int) -> String {
        value.map { "<\(name)>\(NumberText.decimal($0, places))</\(name)>" } ?? ""
    }
}
