import Runtime

/// `[runtime]`: directories and the log.
public struct RuntimeSection: Equatable, Sendable, SettingsGroup {
    /// The agent's control socket and live state.
    public var agentDirectory: String
    /// The uploader's.
    public var uploaderDirectory: String
    /// Where textfile metrics go; nil for nowhere.
    public var metrics: String?
    /// Nobody named that directory: it is used if it exists.
    public var metricsMayBeMissing: Bool
    /// What is logged.
    public var logLevel: LogLevel

    /// Reads `[runtime]`.
    public init(from reader: SettingReader) {
        agentDirectory = reader.path(SettingTable.agentDirectory)
        uploaderDirectory = reader.path(SettingTable.uploaderDirectory)
        metrics = reader.path(SettingTable.metrics)
        metricsMayBeMissing = !reader.isSet(SettingTable.metrics)
        logLevel = reader.value(SettingTable.logLevel)
    }

    /// The agent's control socket.
    public var agentSocket: String { agentDirectory + "/control" }
    /// The uploader's control socket.
    public var uploaderSocket: String { uploaderDirectory + "/control" }
    /// The agent's live state.
    public var agentState: String { agentDirectory + "/state.json" }
    /// The uploader's live state.
    public var uploaderState: String { uploaderDirectory + "/state.json" }
}
