import Sampling

/// What `waypost-agent` uses.
public struct AgentSettings: Equatable, Sendable, SettingsGroup {
    /// Who this box is.
    public var device: DeviceSettings
    /// Where gpsd is.
    public var receiver: ReceiverSettings
    /// Which fixes are kept.
    public var sampling: SamplingRules
    /// Where they are stored.
    public var outbox: OutboxSettings
    /// The uploader's database, which the agent reads to prune what was acknowledged.
    public var deliveryPath: String
    /// Directories and the log.
    public var runtime: RuntimeSettings

    /// Reads all that the agent needs.
    public init(from reader: SettingReader) {
        device = DeviceSettings(from: reader)
        receiver = ReceiverSettings(from: reader)
        sampling = SamplingRules(from: reader)
        outbox = OutboxSettings(from: reader)
        deliveryPath = reader.path(SettingTable.deliveryPath)
        runtime = RuntimeSettings(from: reader)
    }
}
