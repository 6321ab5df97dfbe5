import Foundation
import Outbox
import Positioning
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

/// A box in a directory of its own: its databases, its runtime directories, and calls of `waypost` on it.
final class Box {
    let directory = TemporaryDirectory()
    let clock = ManualClock(boot: 5_000_000)
    /// The home of who calls.
    var home: String?
    /// The environment of who calls.
    var environment = ["AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "secret"]
    /// Whom both daemons run as; nil for the users of the package.
    var serviceUser: String?
    /// How the last run ended.
    private(set) var code = ExitCode.success
    /// What it wrote, also if it threw.
    private(set) var output = ""
    /// Horizontal error of each fix, in metres.
    var accuracy = 3.0
    /// Milliseconds that a daemon has for its answer; one of these tests may have to wait long for a processor.
    var patience = 60_000
    /// Sample time of the first fix.
    let start: UTCTime

    var outbox: String { directory.file("outbox/outbox.db") }
    var delivery: String { directory.file("delivery/delivery.db") }
    var agent: String { directory.file("agent") }
    var uploader: String { directory.file("uploader") }

    init(start: UTCTime = UTCTime(milliseconds: 1_796_000_000_000)) throws {
        self.start = start
        for name in ["outbox", "delivery", "agent", "uploader"] {
            try FileManager.default.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: false)
        }
        clock.civilTime = start.advanced(by: 3_600_000)
    }

    var settings: [String] {
        [
            "outbox.path=\(outbox)", "delivery.path=\(delivery)", "runtime.agent-directory=\(agent)",
            "runtime.uploader-directory=\(uploader)",
        ]
    }

    /// Fix number `index` of a drive to the north, one a second.
    func fix(_ index: Int) -> Fix {
        var fix = Fix(
            sampleTime: start.advanced(by: Int64(index) * 1000), received: BootTime(milliseconds: 0), mode: .threeD,
            coordinate: Coordinate(latitude: 47 + Double(index) * 0.0001, longitude: 8.5))
        fix.horizontalAccuracy = accuracy
        fix.altitude = 400.5
        fix.speed = 11.1
        fix.course = 0
        fix.satellites = 12
        return fix
    }

    /// The outbox, open as the agent has it.
    func writer(device: String = "truck-7") throws -> OutboxWriter {
        try OutboxWriter(path: outbox, deviceID: device, limits: OutboxLimits(), now: start)
    }

    /// An outbox with `count` fixes of that drive, of which the epochs in between were dropped by `interval`.
    func store(_ count: Int, device: String = "truck-7") throws {
        let writer = try writer(device: device)
        var tally = Tally()
        tally.received = Int64(count) * 3
        tally.dropped = ["interval": Int64(count) * 2]
        try writer.commit((0..<count).map(fix), tally)
    }

    /// The delivery store after the fixes of `delivered` were acknowledged and those of `dead` were refused.
    func deliver(_ delivered: Range<Int>, dead: Range<Int> = 0..<0) throws {
        let store = try DeliveryStore(path: delivery, now: start)
        let reader = try OutboxReader(path: outbox)
        try store.adopt(reader)
        let fixes = try reader.fixes(after: 0, limit: 10_000)
        let letters = fixes[dead].map {
            DeadLetter(
                fix: $0, generation: reader.header.generation, code: "ValidationError", message: "too old",
                refused: start)
        }
        var receipt = Receipt()
        receipt.delivered = Array(fixes[delivered])
        receipt.dead = letters
        store.record(receipt)
        try store.save()
    }

    /// Drops the dead letters of `numbers`.
    func drop(_ numbers: [Int64]) throws {
        try DeliveryStore(path: delivery, now: start).dropDeadLetters(numbers)
    }

    /// Runs a subcommand, by a clock of the box's own or another one, and gives what it wrote.
    func run(
        _ command: any Command.Type, _ arguments: [String] = [], set: [String] = [], clock: (any MachineClock)? = nil
    ) throws -> String {
        let options = try command.parser.options(arguments)
        let file = directory.file("output")
        let fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer {
            close(fd)
            output = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        }
        let source = SettingsSource(overrides: settings + set, defaultFile: directory.file("no.conf"))
        let written = Output(descriptor: fd)
        var invocation = Invocation(options: options, source: source, clock: clock ?? self.clock, output: written)
        invocation.root = directory.path
        invocation.variable = { [environment] in environment[$0] }
        invocation.home = home
        invocation.patience = patience
        if let serviceUser { invocation.user = { _ in serviceUser } }
        code = try command.run(invocation)
        try written.flush()
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
