import Configuration

/// What `waypost status` uses: where things lie.
struct StatusSettings: SettingsGroup {
    var outboxPath: String
    var deliveryPath: String
    var runtime: RuntimeSection

    init(from reader: SettingReader) {
        outboxPath = OutboxSection(from: reader).path
        deliveryPath = DeliverySection(from: reader).path
        runtime = RuntimeSection(from: reader)
    }
}
