/// Columns that fit a phone's terminal.
struct TextTrackWriter: TrackWriter {
    func begin() -> String { "" }

    func point(_ point: TrackPoint) -> String {
        let latitude = Self.fixed(point.place.latitude, width: 10)
        let longitude = Self.fixed(point.place.longitude, width: 11)
        let accuracy = point.accuracy.map { " ±\(NumberText.decimal($0, 0)) m" } ?? ""
        return "\(point.time.iso8601) \(latitude) \(longitude)\(accuracy)\n"
    }

    func end() -> String { "" }

    /// Five decimals, about a metre, filled up on both sides.
    private static func fixed(_ value: Double, width: Int) -> String {
        var text = NumberText.decimal(value, 5)
        if !text.contains(".") { text += "." }
        let decimals = text.count - (text.firstIndex(of: ".").map { text.distance(from: text.startIndex, to: $0) } ?? 0)
        text += String(repeating: "0", count: max(6 - decimals, 0))
        return String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
