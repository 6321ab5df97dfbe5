/// One key of the settings, whatever its kind.
protocol AnySettingKey: Sendable {
    /// `section.key`.
    var name: String { get }
    /// The default as one would write it; nil if there is none.
    var fallbackText: String? { get }
    /// What is accepted, in words.
    var accepted: String { get }
    /// True if a change works only after a restart.
    var needsRestart: Bool { get }

    /// What is wrong with `text` as a value of this key; nil if nothing is.
    func rejection(of text: String) -> String?
}

/// One key of the settings: its name, its kind and its default.
struct SettingKey<Value: Sendable>: AnySettingKey {
    let name: String
    let kind: SettingKind<Value>
    let fallback: Value
    let fallbackText: String?
    let needsRestart: Bool

    /// A key whose default is written `text` and means `fallback`.
    init(
        _ name: String, _ kind: SettingKind<Value>, default text: String?, _ fallback: Value, needsRestart: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.fallbackText = text
        self.needsRestart = needsRestart
    }

    /// A key that also takes `word`, which means nil.
    init<Wrapped>(
        _ name: String, _ kind: SettingKind<Wrapped>, or word: String, default text: String?, _ fallback: Wrapped?,
        needsRestart: Bool = false
    ) where Value == Wrapped? {
        self.init(name, kind.or(word), default: text, fallback, needsRestart: needsRestart)
    }

    /// A key without default, of which nil says that nobody set it.
    init<Wrapped>(_ name: String, optional kind: SettingKind<Wrapped>, needsRestart: Bool = false)
    where Value == Wrapped? {
        let parse = kind.parse
        let optional = SettingKind<Wrapped?>(accepted: kind.accepted) { text throws(SettingRejection) in
            try parse(text)
        }
        self.init(name, optional, default: nil, nil, needsRestart: needsRestart)
    }

    var accepted: String { kind.accepted }

    func rejection(of text: String) -> String? {
        do {
            _ = try kind.parse(text)
            return nil
        } catch {
            return error.reason
        }
    }
}
