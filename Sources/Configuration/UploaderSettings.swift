/// What `waypost-uploader` uses.
public struct UploaderSettings: Equatable, Sendable, SettingsGroup {
    /// What is sent with each position.
    public var properties: [PositionProperty]
    /// The agent's database, which the uploader reads.
    public var outboxPath: String
    /// Where and when batches go.
    public var delivery: DeliverySection
    /// To which tracker.
    public var tracker: TrackerSection
    /// With which keys.
    public var credentials: CredentialsSection
    /// Directories and the log.
    public var runtime: RuntimeSection

    /// Reads all that the uploader needs.
    public init(from reader: SettingReader) {
        properties = reader.value(SettingTable.deviceProperties)
        outboxPath = reader.path(SettingTable.outboxPath)
        delivery = DeliverySection(from: reader)
        tracker = TrackerSection(from: reader)
        credentials = CredentialsSection(from: reader)
        runtime = RuntimeSection(from: reader)
    }
}
