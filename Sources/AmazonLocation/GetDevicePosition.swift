import JSON
import Transport

/// Asks for the position with the latest sample time of one device.
public struct GetDevicePosition: TrackerOperation {
    /// The device.
    public var deviceID: String

    /// The operation for one device.
    public init(deviceID: String) {
        self.deviceID = deviceID
    }

    /// The unsigned request.
    public func request(to endpoint: TrackerEndpoint, tracker: String) -> HTTPRequest {
        let path = "/devices/\(PathSegment.encoded(deviceID))/positions/latest"
        return request("GET", .data, path, of: tracker, at: endpoint)
    }

    /// The position.
    public func answer(_ json: JSONValue) -> DevicePosition? {
        DevicePosition(json)
    }
}
