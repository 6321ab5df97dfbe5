import Runtime

/// The figures of a replay for a person.
struct Summary {
    private let figures: ReplayFigures
    private let recording: Recording
    private let worst: Deviation?

    init(of figures: ReplayFigures, recording: Recording, worst: Deviation?) {
        self.figures = figures
        self.recording = recording
        self.worst = worst
    }

    /// A few lines; on a terminal that is narrow for that each figure stands below its name.
    func text(columns: Int?) -> String {
        let share = figures.fixes > 0 ? 100 * Double(figures.kept) / Double(figures.fixes) : 0
        let rate = figures.keptPerKilometre.map { ", \(decimal($0, 1)) per km" } ?? ""
        var lines = [
            (
                "fixes",
                "\(figures.fixes) (\(recording.format.rawValue)), "
                    + "\(decimal(figures.km, 1)) km in \(decimal(figures.hours, 2)) h"
            ),
            ("kept", "\(figures.kept) (\(decimal(share, 1)) %)\(rate)"),
            ("dropped", dropped),
            ("error in time and place", spread(figures.sed) + at),
            ("distance to the drawn line", spread(figures.ped)),
        ]
        if recording.damagedLines > 0 { lines.append(("damaged lines", "\(recording.damagedLines), passed over")) }
        let width = lines.map(\.0.count).max() ?? 0
        if let columns, columns < width + 2 + FoldedText.leastColumn {
            return lines.map { "\($0.0)\n    \($0.1)\n" }.joined()
        }
        return lines.map { $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 + "\n" }.joined()
    }

    private var dropped: String {
        let counts = figures.dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let total = counts.reduce(0) { $0 + $1.value }
        return counts.isEmpty ? "0" : "\(total): " + counts.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    private func spread(_ spread: ReplayFigures.Spread?) -> String {
        spread.map { "at most \(decimal($0.max, 1)) m, 95 % within \(decimal($0.p95, 1)) m" } ?? "nothing was kept"
    }

    private var at: String {
        worst.map { "; worst at \($0.time.iso8601)" } ?? ""
    }
}
