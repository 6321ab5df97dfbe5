import Glibc
import Outbox
import Positioning

// Does one thing with an outbox in a process of its own: `outbox-child append|fill|look PATH [MAX-SIZE]`, or
// `outbox-child backlog PATH ROWS END`, which stores so many fixes, one a second, up to END in milliseconds since 1970.

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func fix(after newest: UTCTime) -> Fix {
    Fix(
        sampleTime: newest.advanced(by: 1000), received: BootTime(milliseconds: 0), mode: .threeD,
        coordinate: Coordinate(latitude: 48, longitude: 11))
}

/// Appends one fix after the other and says the id of each that is committed; ends at the first error.
func append(_ path: String, limits: OutboxLimits, says: Bool) {
    do {
        let start = UTCTime(seconds: 1_796_040_000)
        let writer = try OutboxWriter(path: path, deviceID: "child", limits: limits, now: start)
        var newest = try writer.newestFix()?.fix.sampleTime ?? start
        var tally = Tally()
        tally.received = 1
        while true {
            let next = fix(after: newest)
            try writer.commit([next], tally)
            newest = next.sampleTime
            if says { say("\(writer.nextID - 1)") }
        }
    } catch OutboxError.full {
        say("full")
    } catch OutboxError.unwritable {
        say("unwritable")
    } catch {
        say("\(error)")
    }
}

func backlog(_ path: String, rows: Int64, end: UTCTime) throws {
    let writer = try OutboxWriter(path: path, deviceID: "truck-17", limits: OutboxLimits(), now: end)
    for first in stride(from: rows, to: 0, by: -500) {
        let count = min(500, first)
        var tally = Tally()
        tally.received = count
        try writer.commit((0..<count).map { fix(after: end.advanced(by: ($0 - first) * 1000)) }, tally)
    }
}

func look(_ path: String) {
    do {
        let reader = try OutboxReader(path: path)
        say("\(try reader.fixes(after: 0, limit: .max).count) of \(reader.header.counters.kept)")
    } catch OutboxError.notReady {
        say("not ready")
    } catch {
        say("\(error)")
    }
}

var limits = OutboxLimits()
let numbers = CommandLine.arguments.dropFirst(3).compactMap { Int64($0) }
if CommandLine.arguments.count > 3, let size = Int64(CommandLine.arguments[3]) { limits.maxSize = size }
switch CommandLine.arguments.dropFirst().first {
case "append": append(CommandLine.arguments[2], limits: limits, says: true)
case "fill": append(CommandLine.arguments[2], limits: limits, says: false)
case "look": look(CommandLine.arguments[2])
case "backlog" where numbers.count == 2:
    try backlog(CommandLine.arguments[2], rows: numbers[0], end: UTCTime(milliseconds: numbers[1]))
default: exit(64)
}
