/// `[outbox]`: where fixes are stored and for how long.
public struct OutboxSection: Equatable, Sendable, SettingsGroup {
    /// The database that the agent writes.
    public var path: String
    /// Milliseconds that a kept fix may wait for its commit; 0 for none.
    public var commitEvery: Int64
    /// Bytes above which the oldest fixes are shed.
    public var maxSize: Int64
    /// Milliseconds after which a fix that was not delivered is shed.
    public var maxAge: Int64
    /// Milliseconds that a delivered fix stays for export.
    public var keepDelivered: Int64

    /// Reads `[outbox]`.
    public init(from reader: SettingReader) {
        path = reader.path(SettingTable.outboxPath)
        commitEvery = reader.value(SettingTable.commitEvery)
        maxSize = reader.value(SettingTable.maxSize)
        maxAge = reader.value(SettingTable.maxAge)
        keepDelivered = reader.value(SettingTable.keepDelivered)
    }
}
