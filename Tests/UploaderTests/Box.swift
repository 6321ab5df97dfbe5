import Foundation
import Outbox
import Positioning
import TestSupport

/// An installed box in a temporary directory: a real outbox, and the real uploader as a process.
final class Box: @unchecked Sendable {
    let directory = TemporaryDirectory()
    let outboxPath: String
    let deliveryPath: String
    private let writer: OutboxWriter
    private var recorded = 0
    /// Where time begins in these tests.
    static let start = UTCTime(seconds: 1_790_000_000)

    /// A box with `fixes` fixes in its outbox.
    init(fixes: Int = 0, deviceID: String = "truck-17") throws {
        for name in ["outbox", "delivery", "agent", "uploader"] {
            try FileManager.default.createDirectory(
                atPath: directory.path + "/" + name, withIntermediateDirectories: true)
        }
        outboxPath = directory.path + "/outbox/outbox.db"
        deliveryPath = directory.path + "/delivery/delivery.db"
        writer = try OutboxWriter(path: outboxPath, deviceID: deviceID, limits: OutboxLimits(), now: Self.start)
        try record(fixes)
    }

    /// Commits fixes 30 s apart.
    func record(_ count: Int) throws {
        var fixes: [Fix] = []
        for _ in 0..<count {
            recorded += 1
            var fix = Fix(
                sampleTime: Self.start.advanced(by: Int64(recorded) * 30_000), received: BootTime(milliseconds: 0),
                mode: .threeD, coordinate: Coordinate(latitude: 47.61, longitude: -122.33))
            fix.horizontalAccuracy = 4.2
            fix.speed = 13.4
            fix.satellites = 9
            fixes.append(fix)
        }
        var tally = Tally()
        tally.received = Int64(count)
        _ = try writer.commit(fixes, tally)
    }

    /// The sample time of fix number `number`, from 1.
    static func time(_ number: Int) -> String { start.advanced(by: Int64(number) * 30_000).iso8601 }

    /// Ids that count as delivered or dead in delivery.db.
    func resolved() throws -> [ClosedRange<Int64>] {
        let reader = try DeliveryReader(path: deliveryPath)
        return try reader.resolved(in: writer.generation).ranges
    }

    func counters() throws -> DeliveryCounters { try DeliveryReader(path: deliveryPath).counters }

    func deadLetters() throws -> [DeadLetter] { try DeliveryReader(path: deliveryPath).deadLetters(limit: 100) }

    func deadLetterCount() throws -> Int64 { try DeliveryReader(path: deliveryPath).deadLetterCount() }

    /// A delivery store as a tracker leaves it that refused every fix.
    func refuseAll() throws {
        let store = try DeliveryStore(path: deliveryPath, now: Self.start)
        let outbox = try OutboxReader(path: outboxPath)
        try store.adopt(outbox)
        var receipt = Receipt()
        receipt.dead = try outbox.fixes(after: 0, limit: recorded).map {
            DeadLetter(
                fix: $0, generation: writer.generation, code: "ValidationError", message: "no", refused: Self.start)
        }
        store.record(receipt)
        try store.save()
    }

    var state: String {
        (try? String(contentsOfFile: directory.path + "/uploader/state.json", encoding: .utf8)) ?? ""
    }

    /// The uploader with the settings of this box, against the tracker at `url`.
    func uploader(
        _ url: String, _ arguments: [String] = [], set: [String] = [], environment: [String: String] = [:]
    ) throws -> UploaderProcess {
        let settings = [
            "outbox.path=\(outboxPath)", "delivery.path=\(deliveryPath)", "tracker.name=fleet",
            "tracker.endpoint=\(url)", "runtime.agent-directory=\(directory.path)/agent",
            "runtime.uploader-directory=\(directory.path)/uploader", "delivery.spread=0s", "delivery.linger=1s",
            "delivery.max-requests-per-second=off", "runtime.log-level=debug", "credentials.source=environment",
        ]
        let empty = directory.path + "/empty.conf"
        _ = FileManager.default.createFile(atPath: empty, contents: Data())
        return try UploaderProcess(
            ["--config", empty] + (settings + set).flatMap { ["--set", $0] } + arguments,
            control: directory.path + "/uploader/control", environment: environment)
    }
}
