import JSON
import Positioning
import Sampling

/// Why each fix of a run was kept or dropped, one line a fix.
struct Explanation {
    private let run: Run

    init(_ run: Run) {
        self.run = run
    }

    /// Calls `line` for the heading and for each fix in the order of the recording.
    func forEachLine(_ line: (String) -> Void) {
        line(
            "time                      latitude     longitude    decision  reason        since kept      from kept  note"
        )
        forEach { entry in
            let place = entry.fix.coordinate.map { (decimal($0.latitude, 7), decimal($0.longitude, 7)) } ?? ("-", "-")
            let since = entry.elapsed.map { "\(decimal(Double($0) / 1000, 1)) s" } ?? "-"
            let from = entry.metres.map { "\(decimal($0, 1)) m" } ?? "-"
            let text =
                padded(entry.fix.sampleTime.iso8601, 24) + "  " + padded(place.0, 11) + "  " + padded(place.1, 12)
                + "  "
                + padded(entry.isKept ? "kept" : "dropped", 8) + "  " + padded(entry.reason, 12) + "  "
                + leftPadded(since, 10) + "  " + leftPadded(from, 13) + "  " + entry.note
            line(String(text.reversed().drop { $0 == " " }.reversed()))
        }
    }

    /// Writes an array with one object a fix.
    func write(to json: inout JSONWriter) {
        json.array { json in
            forEach { entry in
                json.object { json in
                    json.member("time", entry.fix.sampleTime.iso8601)
                    json.member("decision", entry.isKept ? "kept" : "dropped")
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
