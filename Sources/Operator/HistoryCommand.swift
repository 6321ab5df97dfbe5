import AmazonLocation
import Configuration
import Positioning
import Receiver
import Runtime

/// `waypost history`: what the tracker has.
enum HistoryCommand: Command {
    static let name = "history"
    static let summary = "the positions that the tracker has, every page"
    static let options =
        TimeWindow.options + [
            CommandOption("format", argument: "FORMAT", help: "text (the default), gpx, geojson or csv"),
            CommandOption("compare", help: "hold the fixes of this box against them instead"),
            CommandOption("json", help: "the comparison as one object for programs"),
        ]
    static let footer = "Without --from the last 24 hours. Another device: --set device.id=ID"

    static func run(_ invocation: Invocation) throws -> ExitCode {
        var window = try TimeWindow(invocation.options, program: "waypost history")
        if let to = window.to, window.from == nil { window.from = to.advanced(by: -TimeWindow.day) }
        let (compares, format) = (invocation.options.has("compare"), invocation.options.value("format"))
        if compares, format != nil { throw invocation.usage("--compare has no --format; it has --json", Self.self) }
        if !compares, invocation.options.has("json") {
            throw invocation.usage("--json goes with --compare; positions: --format geojson", Self.self)
        }
        if compares { return try HistoryComparing.run(invocation, window) }
        guard let format = TrackFormat(rawValue: format ?? "text") else {
            throw invocation.usage("--format must be text, gpx, geojson or csv", Self.self)
        }
        let settings = try invocation.load(HistorySettings.self)
        let session = try invocation.session(settings)
        try check(window, session, invocation)
        var writer = format.writer(columns: invocation.terminal.columns)
        try invocation.output.write(writer.begin())
        try pages(invocation, session, settings, window) { position in
            try invocation.output.write(writer.point(TrackPoint(position, deviceID: settings.device.id)))
        }
        try invocation.output.write(writer.end())
        return .success
    }

    /// Refuses a window that has not begun, as far as this box has a clock to tell: one that nobody has set stands
    /// before the day that this was built.
    static func check(_ window: TimeWindow, _ session: TrackerSession, _ invocation: Invocation) throws(UsageError) {
        let now = session.now
        guard let from = window.from, from >= now, now >= BuildDate.earliest else { return }
        throw invocation.usage(
            "the window would begin at \(from.iso8601), in the future; the clock of this box says \(now.iso8601)",
            Self.self)
    }

    /// Calls `body` with each position of every page, and shows how far it is.
    static func pages(
        _ invocation: Invocation, _ session: TrackerSession, _ settings: HistorySettings, _ window: TimeWindow,
        _ body: (DevicePosition) throws -> Void
    ) throws {
        var progress = Progress("waypost history", invocation, streams: !invocation.options.has("compare"))
        defer { progress.end() }
        var history = TrackerHistory(
            session, deviceID: settings.device.id, window: window, now: invocation.clock.civilTime)
        while let page = try history.next() {
            for position in page { try body(position) }
            progress.show("\(history.count) positions", part: history.part)
        }
        guard history.count == 0 else { return }
        progress.end()
        Program.note(history.nothing, by: "waypost history")
    }
}
