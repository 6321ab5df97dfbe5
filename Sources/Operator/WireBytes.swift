/// What went over the wire, as the uploader counted it: requests and answers, TLS included.
struct WireBytes {
    /// Bytes by UTC day (`2026-11-30`), oldest first.
    var days: [(name: String, bytes: Int64)] = []

    /// Bytes by month (`2026-11`), oldest first.
    var months: [(name: String, bytes: Int64)] {
        var months: [(name: String, bytes: Int64)] = []
        for day in days {
            let month = String(day.name.prefix(7))
            if months.last?.name == month {
                months[months.count - 1].bytes += day.bytes
            } else {
                months.append((month, day.bytes))
            }
        }
        return months
    }

    /// Bytes for each of `positions`, all that were ever delivered; nil if none were, or if the uploader has begun to
    /// forget days, which it does after 400.
    func perPosition(_ positions: Int64) -> Int64? {
        guard positions > 0, !days.isEmpty, days.count < 400 else { return nil }
        return days.reduce(0) { $0 + $1.bytes } / positions
    }
}
