import Positioning

/// A position that a tracker has stored.
struct StoredPosition: Equatable, Sendable {
    /// The device.
    var device: String
    /// When the device was there.
    var time: UTCTime
    /// When the tracker received it.
    var received: UTCTime
    /// Where the device was.
    var position: Coordinate
    /// Horizontal accuracy in metres; nil if none was sent.
    var accuracy: Double?
    /// PositionProperties; nil if none were sent.
    var properties: [String: String]?
}
