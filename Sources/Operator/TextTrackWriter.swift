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
        let width = day == nil ? 10 : 9
        let latitude = Self.fixed(point.place.latitude, width: width)
        let longitude = Self.fixed(point.place.longitude, width: width + 1)
        let accuracy = point.accuracy.map { " ±\(NumberText.decimal($0, 0)) m" } ?? ""
        return "\(stamp(point.time.iso8601)) \(latitude) \(longitude)\(accuracy)\n"
    }

    /// `time`, or the heading of its day if that is a new one, and the hour.
    private mutating func stamp(_ time: String) -> String {
        guard let last = day else { return time }
        let today = time.prefix { $0 != "T" }
        day = today
        let hour = time.dropFirst(today.count + 1).dropLast()
        return (today == last ? "" : "\(today) UTC\n") + (hour.hasSuffix(".000") ? hour.dropLast(4) : hour)
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
