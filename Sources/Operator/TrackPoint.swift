import AmazonLocation
import Outbox
import Positioning

/// One position of a track that is written out, wherever it comes from.
struct TrackPoint: Equatable {
    var deviceID: String
    var time: UTCTime
    var place: Coordinate
    var accuracy: Double?
    var altitude: Double?
    var speed: Double?
    var course: Double?
    var climb: Double?
    var satellites: Int?
    var hdop: Double?
    var mode: FixMode?
    /// Milliseconds between the measurement and `time`.
    var age: Int64?
    /// Other properties that came with it.
    var properties: [String: String] = [:]

    /// Nil for a stored fix without a place, which no rule lets through.
    init?(_ stored: StoredFix) {
        guard let place = stored.fix.coordinate else { return nil }
        (deviceID, time, self.place) = (stored.deviceID, stored.fix.sampleTime, place)
        accuracy = stored.fix.horizontalAccuracy
        altitude = stored.fix.altitude
        speed = stored.fix.speed
        course = stored.fix.course
        climb = stored.fix.climb
        satellites = stored.fix.satellites
        hdop = stored.fix.hdop
        mode = stored.fix.mode
        age = stored.fix.positionAge
    }

    /// A position as the tracker has it; `deviceID` stands in where the service leaves it out.
    init(_ position: DevicePosition, deviceID: String) {
        (self.deviceID, time, place) = (position.deviceID ?? deviceID, position.sampleTime, position.position)
        accuracy = position.horizontalAccuracy
        properties = position.properties
        func number(_ name: String) -> Double? { properties[name].flatMap { Double($0) } }
        altitude = number("altitude")
        speed = number("speed")
        course = number("course")
        climb = number("climb")
        satellites = properties["satellites"].flatMap { Int($0) }
        hdop = number("hdop")
        mode = properties["mode"].flatMap { Int($0) }.flatMap { FixMode(rawValue: $0) }
        // Seconds, as the uploader writes it.
        age = number("age").flatMap { Int64(exactly: ($0 * 1000).rounded()) }
    }
}
