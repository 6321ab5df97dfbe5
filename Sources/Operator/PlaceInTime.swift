import AmazonLocation
import Positioning

/// What a tracker's filter looks at: when, where, and how sure of it.
struct PlaceInTime: Equatable {
    var time: UTCTime
    var place: Coordinate?
    /// Horizontal error in metres.
    var accuracy: Double?

    init(_ fix: Fix) {
        (time, place, accuracy) = (fix.sampleTime, fix.coordinate, fix.horizontalAccuracy)
    }

    init(_ position: DevicePosition) {
        (time, place, accuracy) = (position.sampleTime, position.position, position.horizontalAccuracy)
    }
}
