/// The profiles of a shared credentials file (AWS SDKs and tools reference guide, "Shared config and credentials
/// files"): INI, sections `[NAME]` or `[profile NAME]`, indented lines belong to a setting that we do not need.
struct ProfileFile: Equatable, Sendable {
    private var profiles: [String: [String: String]] = [:]

    init(_ text: String) {
        var current: String?
        for line in text.split(whereSeparator: \.isNewline) where line.first != " " && line.first != "\t" {
            let line = line.trimmingSpaces
            guard let first = line.first, first != "#", first != ";" else { continue }
            if first == "[" {
                current = Self.profileName(line)
                if let current { profiles[current] = profiles[current] ?? [:] }
            } else if let current, let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].trimmingSpaces.lowercased()
                profiles[current]?[key] = String(line[line.index(after: equals)...].trimmingSpaces)
            }
        }
    }

    /// The settings of a profile by their names in lower case; nil if there is no such profile.
    func settings(of profile: String) -> [String: String]? {
        profiles[profile]
    }

    /// Nil for a section that is no profile, such as `[sso-session NAME]`.
    private static func profileName(_ line: Substring) -> String? {
        guard let end = line.firstIndex(of: "]") else { return nil }
        let words = line[line.index(after: line.startIndex)..<end].split { $0 == " " || $0 == "\t" }
        switch words.count {
        case 1: return String(words[0])
        case 2 where words[0] == "profile": return String(words[1])
        default: return nil
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" && $0 != "\r" }
        return end.map { start[...$0] } ?? start[start.endIndex...]
    }
}
