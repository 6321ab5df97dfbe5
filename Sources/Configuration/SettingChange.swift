/// A setting that a reload found changed.
public struct SettingChange: Equatable, Sendable, CustomStringConvertible {
    /// `section.key`.
    public var key: String
    /// The value before; nil if none was set.
    public var old: String?
    /// The value now; nil if none is set.
    public var new: String?
    /// True if it takes effect only when the daemon starts again.
    public var needsRestart: Bool

    /// One line for the log.
    public var description: String {
        "\(key): \(old ?? "not set") -> \(new ?? "not set")" + (needsRestart ? " (takes effect after a restart)" : "")
    }
}
