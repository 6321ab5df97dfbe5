/// `[device]`: who this box is. Demands an id.
public struct DeviceSection: Equatable, Sendable, SettingsGroup {
    /// The DeviceId, with the machine's names filled in.
    public var id: String

    /// Reads `device.id`.
    public init(from reader: SettingReader) {
        let template = reader.required(SettingTable.deviceID)
        id = template
        guard !template.isEmpty else { return }
        do throws(SettingRejection) {
            id = try DeviceIDTemplate.resolve(
                template, facts: reader.facts, thingName: reader.value(SettingTable.thingName))
        } catch {
            reader.fail(SettingTable.deviceID, error.reason)
        }
    }
}
