import Positioning
import Runtime

/// `--from` and `--to`.
struct TimeWindow {
    /// Milliseconds of the window that the service takes if none is asked for.
    static let day: Int64 = 86_400_000

    /// First sample time.
    var from: UTCTime?
    /// First sample time that is too late.
    var to: UTCTime?

    static let options = [
        CommandOption("from", argument: "TIME", help: "not before this (UTC): 2026-11-30 or 2026-11-30T06:00:00Z"),
        CommandOption("to", argument: "TIME", help: "before this (UTC)"),
    ]

    init(_ options: ParsedOptions, program: String) throws(UsageError) {
        from = try Self.time(options.value("from"), "from", program)
        to = try Self.time(options.value("to"), "to", program)
        if let from, let to, from >= to {
            throw UsageError("--from \(from.iso8601) is not before --to \(to.iso8601)", program: program)
        }
    }

    private static func time(_ text: String?, _ name: String, _ program: String) throws(UsageError) -> UTCTime? {
        guard let text else { return nil }
        guard let time = UTCTime(iso8601: text) else {
            throw UsageError(
                "--\(name) \(text) is no time; write 2026-11-30 or 2026-11-30T06:00:00Z (UTC), or with +01:00",
                program: program)
        }
        return time
    }

    /// Its ends, as a sentence goes on; empty without any.
    var words: String {
        (from.map { " from \($0.iso8601) on" } ?? "") + (to.map { " before \($0.iso8601)" } ?? "")
    }

    /// As a range of milliseconds.
    var range: ClosedRange<UTCTime> {
        let first = from ?? UTCTime(milliseconds: .min)
        return first...max(first, to?.advanced(by: -1) ?? UTCTime(milliseconds: .max))
    }
}
