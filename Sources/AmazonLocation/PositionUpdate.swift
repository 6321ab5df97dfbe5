import Positioning

/// One element of BatchUpdateDevicePosition's `Updates` (Amazon Location API reference, DevicePositionUpdate).
public struct PositionUpdate: Equatable, Sendable {
    /// 1...100 of letters, digits, `-`, `.`, `_`.
    public var deviceID: String
    /// When the device was there. With the device id, the identity of the update.
    public var sampleTime: UTCTime
    /// Where the device was; sent as [longitude, latitude].
    public var position: Coordinate
    /// Horizontal error in metres, sent clamped to 0...10,000,000; nil sends no `Accuracy`.
    public var horizontalAccuracy: Double?
    /// At most 4 pairs, in sending order; key 1...20 and value 1...150 characters.
    public var properties: [Property]

    /// A pair of PositionProperties.
    public struct Property: Equatable, Sendable {
        /// 1...20 characters.
        public var key: String
        /// 1...150 characters.
        public var value: String

        /// The pair `key`, `value`.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// An update with all its parts.
    public init(
        deviceID: String, sampleTime: UTCTime, position: Coordinate, horizontalAccuracy: Double?,
        properties: [Property] = []
    ) {
        self.deviceID = deviceID
        self.sampleTime = sampleTime
        self.position = position
        self.horizontalAccuracy = horizontalAccuracy
        self.properties = properties
    }
}
