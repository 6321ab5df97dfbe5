import JSON
import Outbox
import Positioning
import Runtime

extension StatusReport {
    /// What comes first where there is no room for all.
    static let urgent = ["Agent", "Uploader", "Problem", "Error", "To do"]

    /// A screen for people.
    func text(_ terminal: Terminal) -> StatusText {
        var text = StatusText(columns: terminal.columns)
        addAgent(&text, terminal)
        addStore(&text, terminal)
        addUploader(&text, terminal)
        for problem in problems { text.entry("Problem", problem) { terminal.coloured($0, .yellow) } }
        return text
    }

    private func addAgent(_ text: inout StatusText, _ terminal: Terminal) {
        let state = store.isPaused ? "\(agent.word); recording is paused until: waypost resume" : agent.word
        text.entry("Agent", state) { terminal.coloured($0, Self.colour(agent)) }
        if let hint = Self.hint(agent.word) { text.entry("", hint) }
        text.entry("Fix", fixText)
        if let trust = agent.state?["time_trust"]?.string { text.entry("Time", trust) }
        text.entry("Received", Self.told(count("received", else: store.counted?.received)))
        text.entry("Kept", Self.told(count("kept", else: store.counted?.kept)))
        text.entry("Dropped", droppedText)
        text.entry("Held", Self.told(count("held", else: store.counted?.held)))
        text.gap()
    }

    private static func told(_ count: Int64?) -> String { count.map { "\($0)" } ?? "unknown" }

    private var droppedText: String {
        guard let dropped else { return "unknown" }
        let sum = dropped.reduce(0) { $0 + $1.count }
        return sum == 0 ? "0" : "\(sum): " + dropped.map { "\($0.reason) \($0.count)" }.joined(separator: ", ")
    }

    private var fixText: String {
        guard let live = liveFix, live != .null else {
            guard let stored = store.newest else {
                guard store.counted == nil else { return "none yet" }
                return agent.state == nil ? "unknown" : "none now"
            }
            let age = SpanText.age(of: stored.fix.sampleTime, now: now)
            guard agent.presence == .running else { return "last stored \(age)" }
            return "none now, last stored \(age)"
        }
        var parts: [String] = []
        if let latitude = live["latitude"]?.number, let longitude = live["longitude"]?.number {
            parts.append("\(NumberText.decimal(latitude, 6)) \(NumberText.decimal(longitude, 6))")
        }
        if let accuracy = live["accuracy"]?.number { parts.append("±\(NumberText.decimal(accuracy, 0)) m") }
        if let satellites = live["satellites"]?.integer { parts.append("\(satellites) satellites") }
        if let time = (live["time"] ?? live["sample_time"])?.string.flatMap({ UTCTime(iso8601: $0) }) {
            parts.append(SpanText.age(of: time, now: now))
        }
        return parts.joined(separator: ", ")
    }

    private func addStore(_ text: inout StatusText, _ terminal: Terminal) {
        if let pending = store.pending {
            let oldest = pending.oldest.map { ", oldest \(SpanText.age(of: $0, now: now))" } ?? ""
            text.entry("Pending", "\(pending.count)\(oldest)")
            text.entry("Store", NumberText.bytes(pending.bytes))
        } else {
            text.entry("Pending", "unknown")
        }
        let shed = store.counters.shed.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        if !shed.isEmpty {
            text.entry("Shed", shed.map { "\($0.key) \($0.value)" }.joined(separator: ", ")) {
                terminal.coloured($0, .yellow)
            }
        }
        text.gap()
    }

    private func addUploader(_ text: inout StatusText, _ terminal: Terminal) {
        text.entry("Uploader", uploader.activity) { terminal.coloured($0, Self.colour(uploader)) }
        let repeated = store.repeated.flatMap { $0 > 0 ? " (\($0) sent again)" : nil } ?? ""
        text.entry("Delivered", store.counted == nil ? "unknown" : "\(store.delivered)\(repeated)")
        addDeadLetters(&text, terminal)
        if let success = uploader.lastKnown("last_success")?.string {
            text.entry("Last ok", UTCTime(iso8601: success).map { SpanText.age(of: $0, now: now) } ?? success)
        }
        if let error = uploader.lastKnown("last_error")?.string {
            text.entry("Error", error) { terminal.coloured($0, .yellow) }
        }
        if let hold = uploader.hold { text.entry("To do", hold.remedy(under: initSystem)) }
        if let day = store.wire.days.last, let month = store.wire.months.last {
            let each = bytesPerPosition.map { ", \(NumberText.bytes($0)) a position" } ?? ""
            text.entry(
                "Sent",
                "\(NumberText.bytes(day.bytes)) on \(day.name), \(NumberText.bytes(month.bytes)) in \(month.name)\(each)"
            )
        }
    }

    /// What was refused stays counted; it is a fault for as long as somebody can do something about it.
    private func addDeadLetters(_ text: inout StatusText, _ terminal: Terminal) {
        if let letters = store.deadLetters, letters > 0 {
            text.entry("Dead", "\(letters) refused by the tracker: waypost dead-letters") {
                terminal.coloured($0, .red)
            }
        } else if store.dead > 0 {
            // Those were sent again, dropped, or fell with the limits of the outbox.
            let gone = store.deadLetters == nil ? "" : ", none of them is a dead letter now"
            text.entry("Dead", "\(store.dead) were refused by the tracker\(gone)")
        }
    }

    /// Bytes on the wire for each delivered position.
    var bytesPerPosition: Int64? { store.wire.perPosition(store.delivered) }

    private static func colour(_ daemon: LiveState) -> Terminal.Colour {
        switch daemon.presence {
        case .running: daemon.isSilent || daemon.hold != nil ? .red : daemon.isContent ? .green : .yellow
        case .stopped: .red
        case .unknown: .yellow
        }
    }

    /// What a person may want to know of a state of the agent that keeps nothing.
    private static func hint(_ state: String) -> String? {
        switch state {
        case "no-gpsd", "no-receiver": "waypost check says what is missing"
        case "no-time": "fixes wait for a trusted time: it comes when three agree"
        case "no-fix": "has its antenna a free view of the sky?"
        default: nil
        }
    }
}
