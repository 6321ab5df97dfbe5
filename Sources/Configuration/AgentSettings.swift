import Sampling

/// What `waypost-agent` uses.
public struct AgentSettings: Equatable, Sendable, SettingsGroup {
    /// Who this box is.
    public var device: DeviceSection
    /// Where gpsd is.
    public var receiver: ReceiverSection
    /// Which fixes are kept.
    public var sampling: SamplingRules
    /// Where they are stored.
    public var outbox: OutboxSection
    /// The uploader's database, which the agent reads to prune what was acknowledged.
    public var deliveryPath: String
    /// Directories and the log.
    public var runtime: RuntimeSection

    /// Reads all that the agent needs.
    public init(from reader: SettingReader) {
        device = DeviceSection(from: reader)
        receiver = ReceiverSection(from: reader)
        sampling = SamplingRules(from: reader)
        outbox = OutboxSection(from: reader)
        deliveryPath = reader.path(SettingTable.deliveryPath)
        runtime = RuntimeSection(from: reader)
    }
}
