/// How a setting's text becomes a value.
struct SettingKind<Value: Sendable>: Sendable {
    /// What is accepted, for an error's end: "a duration from 1s to 7d".
    var accepted: String
    var parse: @Sendable (String) throws(SettingRejection) -> Value

    /// Also accepts `word`, which means that there is no value.
    func or(_ word: String) -> SettingKind<Value?> {
        let parse = parse
        return SettingKind<Value?>(accepted: "\(accepted), or \(word)") { text throws(SettingRejection) in
            text == word ? nil : try parse(text)
        }
    }
}

extension SettingKind where Value == Bool {
    /// `on` or `off`.
    static var onOff: Self {
        Self(accepted: "on or off") { text throws(SettingRejection) in
            switch text {
            case "on": true
            case "off": false
            default: throw SettingRejection("this is a switch")
            }
        }
    }
}

extension SettingKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the enumeration's words.
    static func choice() -> Self {
        Self(accepted: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")) {
            text throws(SettingRejection) in
            guard let value = Value(rawValue: text) else { throw SettingRejection("there is no such choice") }
            return value
        }
    }
}

extension SettingKind where Value == String {
    /// Any text that `isValid` agrees to; `accepted` says which that is.
    static func text(_ accepted: String, where isValid: @escaping @Sendable (String) -> Bool) -> Self {
        Self(accepted: accepted) { text throws(SettingRejection) in
            guard isValid(text) else { throw SettingRejection("not valid") }
            return text
        }
    }

    /// An absolute path; `%d` and `~` are resolved later, by the command that uses it.
    static var path: Self {
        text("an absolute path (%d stands for $CREDENTIALS_DIRECTORY)") { text in
            ["/", "%d/", "~/"].contains(where: text.hasPrefix) && !text.utf8.contains(0)
        }
    }
}
