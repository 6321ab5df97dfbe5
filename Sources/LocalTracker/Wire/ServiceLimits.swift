/// The limits of the service model (botocore `location` 2020-11-19).
enum ServiceLimits {
    /// Updates in one request.
    static let updates = 1...10
    /// Device ids in BatchGetDevicePosition.
    static let devicesToGet = 1...10
    /// Device ids in BatchDeleteDevicePositionHistory.
    static let devicesToDelete = 1...100
    /// Characters of a DeviceId or a TrackerName.
    static let name = 1...100
    /// Metres of `Accuracy.Horizontal`.
    static let accuracy = 0.0...10_000_000.0
    /// Pairs in PositionProperties.
    static let properties = 0...4
    /// Characters of a property's key.
    static let propertyKey = 1...20
    /// Characters of a property's value.
    static let propertyValue = 1...150
    /// Results on a page, which is also the default: the upper bound.
    static let page = 1...100
    /// Characters of a NextToken.
    static let token = 1...2000
    /// Characters of a tracker's description.
    static let description = 0...1000
    /// Characters of a KmsKeyId.
    static let key = 1...2048
    /// Tags of a tracker.
    static let tags = 0...50
    /// Characters of a tag's key.
    static let tagKey = 1...128
    /// Characters of a tag's value.
    static let tagValue = 0...256
    /// Vertices of a ring of a polygon.
    static let ring = 4...1000
    /// Milliseconds that GetDevicePositionHistory looks back when no start is given.
    static let historyWindow: Int64 = 24 * 3_600_000
    /// Milliseconds that positions are kept after they were received.
    static let retention: Int64 = 30 * 86_400_000
    /// Bytes of a body. Ten updates of the longest kind are under 60 kB; what is larger cannot be a request.
    static let body = 1 << 20
}
