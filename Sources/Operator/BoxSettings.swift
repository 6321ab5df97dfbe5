import Configuration

/// What `waypost check` looks at on any box, also before it has a name and a tracker.
struct BoxSettings: SettingsGroup {
    var receiver: ReceiverSection
    var outbox: OutboxSection
    var delivery: DeliverySection
    var status: StatusSettings

    init(from reader: SettingReader) {
        receiver = ReceiverSection(from: reader)
        outbox = OutboxSection(from: reader)
        delivery = DeliverySection(from: reader)
        status = StatusSettings(from: reader)
    }
}
