import AmazonLocation
import Glibc
import Outbox
import Positioning
import Receiver
import Sampling
import Signing

// Does one thing many times, so that its cost can be told: for the benchmark and the budgets.
//
//     bench-child fill PATH ROWS      stores so many fixes, 500 in a commit
//     bench-child insert PATH ROWS    stores so many more, one in a commit; microseconds of CPU for each
//     bench-child scan PATH ROWS      reads the last so many, ten at a time; microseconds of CPU for each
//     bench-child receive FILE        reads reports of gpsd; how many fixes they bring
//     bench-child sample FIXES        samples a drive by max-error; how many are kept
//     bench-child sign BATCHES        encodes and signs so many batches of ten; how many bytes they have

/// The fix number `number` of a drive that turns all the time: with every field that a receiver gives.
func fix(_ number: Int) -> Fix {
    let angle = Double(number) * 0.02
    var fix = Fix(
        sampleTime: UTCTime(milliseconds: 1_796_040_000_000 + Int64(number) * 1000),
        received: BootTime(milliseconds: Int64(number) * 1000), mode: .threeD,
        coordinate: Coordinate(
            latitude: 48 + 0.01 * sin(angle) + Double(number) * 1e-6, longitude: 11 + 0.01 * cos(angle)))
    fix.horizontalAccuracy = 3.5 + Double(number % 7) * 0.25
    fix.hdop = 0.9
    fix.speed = 13.9
    fix.course = (angle * 180 / .pi).truncatingRemainder(dividingBy: 360)
    fix.altitude = 408 + Double(number % 50) * 0.1
    fix.climb = 0.1
    fix.satellites = 9
    return fix
}

func microseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Prints the microseconds of CPU that each of `count` took.
/// valgrind is told to count in here alone.
@inline(never)
func timed(_ count: Int, _ body: () throws -> Void) rethrows {
    let began = microseconds()
    try body()
    print((microseconds() - began) / Double(count))
}

func writer(_ path: String) throws -> OutboxWriter {
    var limits = OutboxLimits()
    limits.maxSize = 1 << 40
    return try OutboxWriter(path: path, deviceID: "truck-17", limits: limits, now: UTCTime(seconds: 1_796_040_000))
}

func store(_ path: String, _ rows: Int, perCommit: Int) throws -> () throws -> Void {
    let writer = try writer(path)
    let first = Int(writer.nextID)
    return {
        var tally = Tally()
        tally.received = Int64(perCommit)
        for start in stride(from: first, to: first + rows, by: perCommit) {
            try writer.commit((start..<min(start + perCommit, first + rows)).map(fix), tally)
        }
    }
}

func scan(_ path: String, _ rows: Int) throws {
    let newest = try OutboxReader(path: path).header.nextID - 1
    try timed(rows) {
        var cursor = newest - Int64(rows)
        while let last = try OutboxReader(path: path).fixes(after: cursor, limit: 10).last { cursor = last.id }
    }
}

func receive(_ path: String) {
    guard let file = fopen(path, "r") else { exit(66) }
    let recorded = RecordedReports()
    var fixes = 0
    let count: (ReceiverEvent) -> Void = { if case .fix = $0 { fixes += 1 } }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    while case let length = getline(&line, &room, file), length > 0 {
        recorded.read(UnsafeRawBufferPointer(start: line, count: length - 1), report: count)
    }
    recorded.finish(report: count)
    print(fixes)
}

func sample(_ fixes: Int) {
    var rules = SamplingRules()
    rules.interval = nil
    rules.maxError = 10
    rules.heartbeat = 120_000
    var sampler = Sampler(rules: rules, lastKept: nil)
    var kept = 0
    for number in 0..<fixes {
        sampler.consider(fix(number)) { if case .keep = $0.verdict { kept += 1 } }
    }
    print(kept)
}

func sign(_ batches: Int) throws {
    let endpoint = try TrackerEndpoint(region: "eu-central-1")
    let credentials = Credentials(
        keys: SigningCredentials(
            accessKeyID: "AKIDEXAMPLE", secretAccessKey: "secret",
            sessionToken: String(repeating: "T", count: 900)),
        source: "bench-child")
    var signer = RequestSigner(region: "eu-central-1")
    var bytes = 0
    for batch in 0..<batches {
        let updates = (batch * 10..<batch * 10 + 10).map { number in
            let fix = fix(number)
            return PositionUpdate(
                deviceID: "truck-17", sampleTime: fix.sampleTime,
                position: fix.coordinate ?? Coordinate(latitude: 0, longitude: 0),
                horizontalAccuracy: fix.horizontalAccuracy)
        }
        let request = BatchUpdateDevicePosition(updates).request(to: endpoint, tracker: "fleet")
        let signed = signer.sign(request, with: credentials, at: UTCTime(seconds: 1_796_040_000))
        bytes += signed.body.count + signed.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }
    print(bytes)
}

let arguments = CommandLine.arguments
do {
    switch (arguments.dropFirst().first, arguments.last.flatMap { Int($0) }) {
    case ("receive", _) where arguments.count > 2: receive(arguments[2])
    case ("fill", let rows?): try store(arguments[2], rows, perCommit: 500)()
    case ("insert", let rows?): try timed(rows, try store(arguments[2], rows, perCommit: 1))
    case ("scan", let rows?): try scan(arguments[2], rows)
    case ("sample", let fixes?): sample(fixes)
    case ("sign", let batches?): try sign(batches)
    default: exit(64)
    }
} catch {
    var text = "\(error)\n"
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
}
