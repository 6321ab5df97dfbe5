/// What a damaged file says, fit for an error message: in quotes, on one line, without control characters, cut short.
func quoted(_ text: some StringProtocol) -> String {
    let limit = 40
    let shown = text.unicodeScalars.prefix(limit).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : String($0) }
    return "\"" + shown.joined() + (text.unicodeScalars.count > limit ? "..." : "") + "\""
}
