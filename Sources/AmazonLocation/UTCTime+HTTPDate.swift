import Positioning

extension UTCTime {
    /// Reads the date of an HTTP header in the one form that servers may send: `Sun, 06 Nov 1994 08:49:37 GMT`
    /// (RFC 9110, IMF-fixdate). The name of the day is not checked. Nil for anything else.
    public init?(httpDate text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", parts[1].utf8.count == 2,
            let month = months.firstIndex(where: { $0 == parts[2] })
        else { return nil }
        let number = month + 1
        self.init(iso8601: "\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z")
    }
}
