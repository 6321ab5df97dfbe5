import AmazonLocation
import Configuration
import Positioning
import Runtime

/// `waypost history`: what the tracker has.
enum HistoryCommand: Command {
    static let name = "history"
    static let summary = "the positions that the tracker has, every page"
    static let options =
        TimeWindow.options + [
            CommandOption("format", argument: "text|gpx|geojson|csv", help: "what to write (default: text)")
        ]
    static let footer = "Without --from the last 24 hours. Another device: --set device.id=ID"

    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard let format = TrackFormat(rawValue: invocation.options.value("format") ?? "text") else {
            throw invocation.usage("--format must be text, gpx, geojson or csv", Self.self)
        }
        let window = try TimeWindow(invocation.options, program: "waypost history")
        let settings = try invocation.source.load(HistorySettings.self).settings
        let session = try TrackerSession(settings.tracker, settings.credentials, clock: invocation.clock)
        var progress = Progress("waypost history", invocation)
        defer { progress.end() }
        var writer = format.writer
        var history = TrackerHistory(session, deviceID: settings.device.id, window: window, clock: invocation.clock)
        var page = try history.next()
        try invocation.output.write(writer.begin())
        while let positions = page {
            for position in positions {
                try invocation.output.write(writer.point(TrackPoint(position, deviceID: settings.device.id)))
            }
            progress.show("\(history.count) positions", part: history.part)
            page = try history.next()
        }
        try invocation.output.write(writer.end())
        return .success
    }
}
