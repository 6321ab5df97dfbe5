/// What a service, or whatever stands in front of it, says of itself, fit for a log, a state file and a dead letter.
enum ServiceWords {
    /// Most Unicode scalars of a message that are kept.
    static let longestMessage = 1000
    /// Most Unicode scalars of a name that are kept: an error's, a content type, a place to go to.
    static let longestName = 100

    /// `text` cut at `limit` scalars, with a blank for each control character: it stays one line, and no terminal obeys
    /// it.
    static func message(_ text: String, limit: Int = longestMessage) -> String {
        let scalars = text.unicodeScalars
        let isPlain = scalars.count <= limit && !scalars.contains { $0.properties.generalCategory == .control }
        if isPlain { return text }
        var plain = String.UnicodeScalarView()
        for scalar in scalars.prefix(limit) {
            plain.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(plain) + (scalars.count > limit ? "..." : "")
    }

    /// A name that the service gives something.
    static func name(_ text: String) -> String { message(text, limit: longestName) }
}
