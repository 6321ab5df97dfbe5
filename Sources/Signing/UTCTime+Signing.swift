import Positioning

extension UTCTime {
    /// `yyyyMMddTHHmmssZ`, the form of `x-amz-date`.
    public var signingTimestamp: String { basicISO8601 }

    /// `yyyyMMdd`, the day of a credential scope.
    public var signingDay: String { String(basicISO8601.prefix(8)) }

    /// Reads exactly `yyyyMMddTHHmmssZ`; nil for anything else and for dates that do not exist.
    public init?(signingTimestamp text: String) {
        let digits = Array(text)
        guard text.utf8.count == 16, digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        self.init(iso8601: "\(date)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
    }
}
