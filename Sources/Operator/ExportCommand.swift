import Configuration
import Positioning
import Runtime

/// `waypost export`: the local store as a track.
enum ExportCommand: Command {
    static let name = "export"
    static let summary = "the fixes on this box as GPX, GeoJSON or CSV"
    static let options =
        [CommandOption("format", argument: "gpx|geojson|csv|text", help: "what to write (needed)")]
        + TimeWindow.options
    static let footer = "Delivered fixes stay on the box for outbox.keep-delivered."

    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard let word = invocation.options.value("format"), let format = TrackFormat(rawValue: word) else {
            throw invocation.usage("--format gpx, geojson, csv or text is needed", Self.self)
        }
        let window = try TimeWindow(invocation.options, program: "waypost export")
        let settings = try locate(OutboxSection.self, invocation)
        var pages = StoredFixPages(path: settings.path, times: window.range)
        var writer = format.writer(columns: invocation.terminal.columns)
        var progress = Progress("waypost export", invocation, streams: true)
        defer { progress.end() }
        var count = 0
        var page = try pages.next()
        try invocation.output.write(writer.begin())
        while let last = page.last {
            for point in page.compactMap(TrackPoint.init) { try invocation.output.write(writer.point(point)) }
            count += page.count
            progress.show("\(count) fixes, up to \(last.fix.sampleTime.iso8601)")
            page = try pages.next()
        }
        try invocation.output.write(writer.end())
        guard count == 0 else { return .success }
        progress.end()
        Program.note(
            "this box has no fix\(window.words); a delivered one stays for outbox.keep-delivered, and waypost history has "
                + "what the tracker stored", by: "waypost export")
        return .success
    }
}
