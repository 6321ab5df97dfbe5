/// Settings that were read and found right, with what it takes to see what another reading changes.
public struct LoadedSettings<Group: SettingsGroup> {
    /// The values that the command uses.
    public let settings: Group
    /// All that is in force, as text by `section.key`.
    public let effective: [String: String]

    /// What is another here than in `earlier`, in the order of the contract.
    public func changes(from earlier: LoadedSettings) -> [SettingChange] {
        SettingTable.all.compactMap { key in
            let (old, new) = (earlier.effective[key.name], effective[key.name])
            return old == new ? nil : SettingChange(key: key.name, old: old, new: new, needsRestart: key.needsRestart)
        }
    }
}
