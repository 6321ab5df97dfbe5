import Configuration

/// What `waypost history` uses.
struct HistorySettings: SettingsGroup {
    var device: DeviceSection
    var tracker: TrackerSection
    var credentials: CredentialsSection
    var outboxPath: String
    var deliveryPath: String
    var runtime: RuntimeSection

    init(from reader: SettingReader) {
        device = DeviceSection(from: reader)
        tracker = TrackerSection(from: reader)
        credentials = CredentialsSection(from: reader)
        outboxPath = OutboxSection(from: reader).path
        deliveryPath = DeliverySection(from: reader).path
        runtime = RuntimeSection(from: reader)
    }
}
