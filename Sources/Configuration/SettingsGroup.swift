/// The settings that one command uses. Reading a group demands what it needs and nothing else.
public protocol SettingsGroup {
    /// Takes its values from `reader`. What is missing or wrong is noted there, and some value is taken in its place:
    /// the group is thrown away in the end.
    init(from reader: SettingReader)
}
