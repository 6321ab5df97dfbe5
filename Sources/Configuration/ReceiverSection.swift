/// `[receiver]`: where gpsd is.
public struct ReceiverSection: Equatable, Sendable, SettingsGroup {
    /// Host name or address of gpsd.
    public var host: String
    /// Its port.
    public var port: UInt16
    /// The only device whose fixes are taken; nil for any.
    public var device: String?
    /// Milliseconds without a message after which the connection is dead.
    public var silence: Int64

    /// Reads `[receiver]`.
    public init(from reader: SettingReader) {
        host = reader.value(SettingTable.receiverHost)
        port = UInt16(reader.value(SettingTable.receiverPort))
        device = reader.value(SettingTable.receiverDevice)
        silence = reader.value(SettingTable.receiverSilence)
    }
}
