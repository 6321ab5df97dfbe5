/// Columns for people: a line for each point, and on a phone's terminal shorter ones below their day.
struct TextTrackWriter: TrackWriter {
    /// Columns of a line with its date.
    private static let width = 54

    /// The day of the last point, where the days are headings; nil where each line has its date.
    private var day: Substring?

    /// For lines of `columns`; 40 are enough.
    init(columns: Int) {
        day = columns < Self.width ? "" : nil
    }

    func begin() -> String { "" }

    mutating func point(_ point: TrackPoint) -> String {
        let accuracy = point.accuracy.map { " ±\(NumberText.decimal($0, 0)) m" } ?? ""
        let time = point.time.iso8601
        guard let last = day else {
            let latitude = Self.fixed(point.place.latitude, width: 10)
            return "\(time) \(latitude) \(Self.fixed(point.place.longitude, width: 11))\(accuracy)\n"
        }
        let today = time.prefix { $0 != "T" }
        day = today
        let heading = today == last ? "" : "\(today) UTC\n"
        let hour = time.dropFirst(today.count + 1).dropLast()
        let short = hour.hasSuffix(".000") ? hour.dropLast(4) : hour
        let latitude = Self.fixed(point.place.latitude, width: 9)
        return "\(heading)\(short) \(latitude) \(Self.fixed(point.place.longitude, width: 10))\(accuracy)\n"
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
