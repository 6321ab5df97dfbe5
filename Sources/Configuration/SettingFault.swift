/// One thing that is wrong with the settings.
public struct SettingFault: Equatable, Sendable, CustomStringConvertible {
    /// Where it stands: `FILE:LINE`, `--set`, or nil if it is about something that is missing.
    public var place: String?
    /// The setting as `section.key`, if the fault is about one.
    public var key: String?
    /// Its value as it was written.
    public var value: String?
    /// What is wrong and what would be accepted.
    public var reason: String
    /// Where to write what is missing, or how a file is opened to its readers; nil if it is neither.
    public var advice: String?

    /// One line for a person, without the advice.
    public var description: String {
        var text = place.map { "\($0): " } ?? ""
        if let key { text += key + (value.map { " = \($0)" } ?? "") + ": " }
        return text + reason
    }
}
