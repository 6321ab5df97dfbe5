/// What `waypost-uploader` uses.
public struct UploaderSettings: Equatable, Sendable, SettingsGroup {
    /// What is sent with each position.
    public var properties: [PositionProperty]
    /// The agent's database, which the uploader reads.
    public var outboxPath: String
    /// Where and when batches go.
    public var delivery: DeliverySettings
    /// To which tracker.
    public var tracker: TrackerSettings
    /// With which keys.
    public var credentials: CredentialSettings
    /// Directories and the log.
    public var runtime: RuntimeSettings

    /// Reads all that the uploader needs.
    public init(from reader: SettingReader) {
        properties = reader.value(SettingTable.deviceProperties)
        outboxPath = reader.path(SettingTable.outboxPath)
        delivery = DeliverySettings(from: reader)
        tracker = TrackerSettings(from: reader)
        credentials = CredentialSettings(from: reader)
        runtime = RuntimeSettings(from: reader)
    }
}
