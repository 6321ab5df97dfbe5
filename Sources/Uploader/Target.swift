import AmazonLocation
import Configuration
import Delivery
import Outbox
import Positioning
import Transport

/// Where batches go, and what is said about each fix: the same fixes are always the same bytes.
struct Target {
    let endpoint: TrackerEndpoint
    let tracker: String
    let properties: [PositionProperty]
    let caFile: String?

    /// The target that the settings name.
    init(_ settings: UploaderSettings) throws(EndpointError) {
        let section = settings.tracker
        endpoint = try TrackerEndpoint(section)
        tracker = section.name
        properties = settings.properties
        caFile = section.caFile
    }

    /// The operation that sends `fixes`.
    func operation(_ fixes: [StoredFix]) -> BatchUpdateDevicePosition {
        BatchUpdateDevicePosition(
            fixes.map { stored in
                PositionUpdate(
                    deviceID: stored.deviceID, sampleTime: stored.fix.sampleTime,
                    position: stored.fix.coordinate ?? Coordinate(latitude: .nan, longitude: .nan),
                    horizontalAccuracy: stored.fix.horizontalAccuracy,
                    properties: PropertyText.pairs(properties, of: stored.fix))
            })
    }
}
