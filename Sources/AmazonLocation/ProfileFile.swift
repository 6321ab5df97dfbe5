/// The profiles of a shared credentials file (AWS SDKs and tools reference guide, "Shared config and credentials
/// files"): INI, sections `[NAME]` or `[profile NAME]`, indented lines belong to a setting that we do not need. Marks are
/// bytes: an accent that follows one does not make it another character.
struct ProfileFile: Equatable, Sendable {
    private var profiles: [String: [String: String]] = [:]

    init(_ text: String) {
        var current: String?
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let first = line.first, !" \t#;\r".utf8.contains(first) else { continue }
            let line = Substring(line).trimmingSpaces
            if first == UInt8(ascii: "[") {
                current = Self.profileName(line)
                if let current { profiles[current] = profiles[current] ?? [:] }
            } else if let current, let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let key = line[..<equals].trimmingSpaces.lowercased()
                profiles[current]?[key] = String(line[line.utf8.index(after: equals)...].trimmingSpaces)
            }
        }
    }

    /// The settings of a profile by their names in lower case; nil if there is no such profile.
    func settings(of profile: String) -> [String: String]? {
        profiles[profile]
    }

    /// Nil for a section that is no profile, such as `[sso-session NAME]`.
    private static func profileName(_ line: Substring) -> String? {
        guard let end = line.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let words = line[line.utf8.index(after: line.startIndex)..<end].split { $0 == " " || $0 == "\t" }
        switch words.count {
        case 1: return String(words[0])
        case 2 where words[0] == "profile": return String(words[1])
        default: return nil
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
        let start = unicodeScalars.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return Substring() }
        return Substring(start[...last])
    }
}
