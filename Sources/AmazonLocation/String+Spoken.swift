extension String {
    /// Characters that are kept of what a service says of an error.
    static let spokenLimit = 1000

    /// What a stranger said, fit for a log line, a status and a store: its beginning, with spaces for control characters.
    var spoken: String {
        var text = ""
        for scalar in unicodeScalars.prefix(Self.spokenLimit) {
            text.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return text
    }
}
