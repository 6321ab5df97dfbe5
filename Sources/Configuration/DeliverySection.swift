/// `[delivery]`: when batches go out.
public struct DeliverySection: Equatable, Sendable, SettingsGroup {
    /// The database that the uploader writes.
    public var path: String
    /// Milliseconds that a fix waits at most for its batch to fill.
    public var linger: Int64
    /// What is sent first after an outage.
    public var order: DeliveryOrder
    /// Requests under way at the same time, 1...16.
    public var inFlight: Int
    /// Nil for no cap.
    public var maxRequestsPerSecond: Double?
    /// The longest pause between attempts, in milliseconds.
    public var maxBackOff: Int64
    /// A backlog starts to drain at random within this many milliseconds.
    public var spread: Int64

    /// Reads `[delivery]`.
    public init(from reader: SettingReader) {
        path = reader.path(SettingTable.deliveryPath)
        linger = reader.value(SettingTable.linger)
        order = reader.value(SettingTable.order)
        inFlight = reader.value(SettingTable.inFlight)
        maxRequestsPerSecond = reader.value(SettingTable.maxRequestsPerSecond)
        maxBackOff = reader.value(SettingTable.maxBackOff)
        spread = reader.value(SettingTable.spread)
    }
}
