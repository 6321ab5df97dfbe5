/// Gives typed values of settings, and notes every fault instead of stopping at the first.
public final class SettingReader {
    /// This machine's names, and the environment.
    let facts: MachineFacts
    private let entries: [String: SettingEntry]
    private(set) var faults: [SettingFault]

    init(entries: [String: SettingEntry], faults: [SettingFault], facts: MachineFacts) {
        self.entries = entries
        self.faults = faults
        self.facts = facts
    }

    /// The value that is set, else the default; the default also in place of a faulty value, which `checkAll` notes.
    func value<Value>(_ key: SettingKey<Value>) -> Value {
        guard let entry = entries[key.name], let value = try? key.kind.parse(entry.value) else { return key.fallback }
        return value
    }

    /// The value of a key that has no default.
    func required(_ key: SettingKey<String?>) -> String {
        if let value = value(key) { return value }
        if !isFaulty(key) {
            fail(key, "required, but not set; accepted: \(key.accepted)")
        }
        return ""
    }

    /// A path with `%d` and `~` resolved.
    func path(_ key: SettingKey<String>) -> String {
        resolve(value(key), of: key)
    }

    /// The same for a path that may be missing.
    func path(_ key: SettingKey<String?>) -> String? {
        value(key).map { resolve($0, of: key) }
    }

    /// True if somebody set the key.
    func isSet(_ key: any AnySettingKey) -> Bool {
        entries[key.name] != nil
    }

    /// True if somebody set the key to what is none of its values.
    func isFaulty(_ key: any AnySettingKey) -> Bool {
        entries[key.name].map { key.rejection(of: $0.value) != nil } ?? false
    }

    /// Notes that the value of `key` cannot be used.
    func fail(_ key: any AnySettingKey, _ reason: String) {
        let entry = entries[key.name]
        faults.append(SettingFault(place: entry?.place, key: key.name, value: entry?.value, reason: reason))
    }

    /// Notes every value that is not one of its key's kind.
    func checkAll() {
        for key in SettingTable.all {
            guard let entry = entries[key.name] else { continue }
            if let reason = key.rejection(of: entry.value) {
                let hint = Self.hasComment(entry.value) ? "; a comment needs a line of its own" : ""
                fail(key, "\(reason); accepted: \(key.accepted)\(hint)")
            }
        }
    }

    /// True if what looks like a comment follows the value. Looked for byte by byte: `contains(String)` would bring the
    /// regular expressions of the standard library into every program, 1.5 MB.
    private static func hasComment(_ value: String) -> Bool {
        zip(value.utf8, value.utf8.dropFirst()).contains { before, byte in
            before == UInt8(ascii: " ") && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";"))
        }
    }

    /// What is in force, as text: what was set, else the defaults.
    var effective: [String: String] {
        var texts: [String: String] = [:]
        for key in SettingTable.all { texts[key.name] = entries[key.name]?.value ?? key.fallbackText }
        return texts
    }

    private func resolve(_ path: String, of key: any AnySettingKey) -> String {
        if path.hasPrefix("%d/") {
            guard let directory = facts.credentialsDirectory else {
                fail(
                    key,
                    "%d: $CREDENTIALS_DIRECTORY is not set; systemd sets it for a unit with LoadCredential= (by hand: man "
                        + "waypost-uploader, EXAMPLES)")
                return path
            }
            return directory + path.dropFirst(2)
        }
        if path.hasPrefix("~/") {
            guard let home = facts.home else {
                fail(key, "~: a service has no home; give an absolute path")
                return path
            }
            return home + path.dropFirst(1)
        }
        return path
    }
}
