import Positioning

/// One element of the `Errors` of a 200 answer to BatchUpdateDevicePosition: the service refused this update alone.
public struct UpdateError: Equatable, Sendable {
    /// The device id of the refused update.
    public var deviceID: String
    /// The sample time of the refused update.
    public var sampleTime: UTCTime
    /// `ValidationError`, `ThrottlingError`, ...; empty if the service gave none.
    public var code: String
    /// The service's own words; empty if it gave none.
    public var message: String

    /// An error with all its parts.
    public init(deviceID: String, sampleTime: UTCTime, code: String, message: String) {
        self.deviceID = deviceID
        self.sampleTime = sampleTime
        self.code = code
        self.message = message
    }
}
