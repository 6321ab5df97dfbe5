import JSON
import Positioning
import Sampling

/// Why each fix of a run was kept or dropped, one line a fix.
struct Explanation {
    private let run: Run

    init(_ run: Run) {
        self.run = run
    }

    private static let heading =
        "time                      latitude     longitude    decision  reason        since kept      from kept  note"

    /// Calls `line` for the heading and for each fix in the order of the recording. On a terminal with fewer `columns`
    /// than the heading has there is none, and a fix has two lines.
    func forEachLine(columns: Int?, _ line: (String) -> Void) {
        let isNarrow = columns.map { $0 < Self.heading.count } ?? false
        if !isNarrow { line(Self.heading) }
        forEach { entry in line(isNarrow ? Self.block(entry) : Self.row(entry)) }
    }

    private static func row(_ entry: Entry) -> String {
        let cells: [String] = [
            padded(entry.fix.sampleTime.iso8601, 24), padded(entry.place?.latitude ?? "-", 11),
            padded(entry.place?.longitude ?? "-", 12), padded(entry.decision, 8), padded(entry.reason, 12),
            leftPadded(entry.since ?? "-", 10), leftPadded(entry.from ?? "-", 13), entry.note,
        ]
        return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }

    private static func block(_ entry: Entry) -> String {
        let place = entry.place.map { "\($0.latitude) \($0.longitude)" } ?? "no place"
        let since = entry.since.map { "\($0) since kept" }
        let from = entry.from.map { "\($0) from kept" }
        let parts: [String?] = [place, since, from, entry.note.isEmpty ? nil : entry.note]
        return "\(entry.fix.sampleTime.iso8601) \(entry.decision) \(entry.reason)\n    "
            + parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// Writes an array with one object a fix.
    func write(to json: inout JSONWriter) {
        json.array { json in
            forEach { entry in
                json.object { json in
                    json.member("time", entry.fix.sampleTime.iso8601)
                    json.member("decision", entry.decision)
                    json.member("reason", entry.reason)
                    if !entry.note.isEmpty { json.member("note", entry.note) }
                }
            }
        }
    }

    private struct Entry {
        var fix: Fix
        var isKept: Bool
        var reason: String
        /// Milliseconds since the kept fix before.
        var elapsed: Int64?
        /// Metres from it.
        var metres: Double?
        var note: String

        var decision: String { isKept ? "kept" : "dropped" }
        var since: String? { elapsed.map { "\(decimal(Double($0) / 1000, 1)) s" } }
        var from: String? { metres.map { "\(decimal($0, 1)) m" } }
        var place: (latitude: String, longitude: String)? {
            fix.coordinate.map { (decimal($0.latitude, 7), decimal($0.longitude, 7)) }
        }
    }

    private func forEach(_ body: (Entry) -> Void) {
        var last: Fix?
        for (fix, verdict) in zip(run.recording.fixes, run.verdicts) {
            var entry = Entry(fix: fix, isKept: false, reason: "", note: Self.note(on: fix, verdict))
            switch verdict {
            case .keep(let reason): (entry.isKept, entry.reason) = (true, reason.rawValue)
            case .drop(let reason): entry.reason = reason.rawValue
            }
            if let last {
                entry.elapsed = fix.sampleTime.since(last.sampleTime)
                if let here = last.coordinate, let there = fix.coordinate, there.isOnEarth {
                    entry.metres = here.distance(to: there)
                }
            }
            body(entry)
            if entry.isKept { last = fix }
        }
    }

    /// What else went into the decision.
    private static func note(on fix: Fix, _ verdict: Verdict) -> String {
        switch (verdict, HorizontalError(of: fix)) {
        case (.drop(.noPosition), _), (.drop(.notAscending), _): ""
        case (.drop(.inaccurate), .reported(let metres)): "error \(decimal(metres, 1)) m"
        case (.drop(.inaccurate), .fromDilution(let metres)): "error \(decimal(metres, 1)) m, from hdop"
        case (_, .fromDilution(let metres)): "no error estimate; \(decimal(metres, 1)) m by hdop"
        case (_, .unknown): "no error estimate"
        case (_, .reported): ""
        }
    }
}

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

private func leftPadded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
