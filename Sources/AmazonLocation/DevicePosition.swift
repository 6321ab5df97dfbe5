import JSON
import Positioning

/// A position as the tracker keeps it.
public struct DevicePosition: Equatable, Sendable {
    /// The device, if it is told.
    public var deviceID: String?
    /// When the device was there.
    public var sampleTime: UTCTime
    /// When the service received it.
    public var receivedTime: UTCTime
    /// Where the device was.
    public var position: Coordinate
    /// Horizontal error in metres, if one was sent.
    public var horizontalAccuracy: Double?
    /// The PositionProperties that were sent.
    public var properties: [String: String]

    /// Nil if a required member is missing or of the wrong kind.
    init?(_ json: JSONValue) {
        guard let sampled = json["SampleTime"]?.string, let sampleTime = UTCTime(iso8601: sampled),
            let received = json["ReceivedTime"]?.string, let receivedTime = UTCTime(iso8601: received),
            let numbers = json["Position"]?.array?.compactMap(\.number), numbers.count == 2
        else { return nil }
        deviceID = json["DeviceId"]?.string
        self.sampleTime = sampleTime
        self.receivedTime = receivedTime
        position = Coordinate(latitude: numbers[1], longitude: numbers[0])
        horizontalAccuracy = json["Accuracy"]?["Horizontal"]?.number
        properties = (json["PositionProperties"]?.object ?? [:]).compactMapValues(\.string)
    }
}
