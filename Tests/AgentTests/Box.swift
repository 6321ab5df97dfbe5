import Agent
import Configuration
import Foundation
import Outbox
import Positioning
import Runtime
import SQLite
import Sampling
import TestSupport

@testable import Agent

/// A Recorder with its files and a clock that stands still.
final class Box {
    let directory = TemporaryDirectory()
    let clock = ManualClock()
    var settings: RecorderSettings
    var events: [String] = []
    var ballasts: [Bool] = []
    private(set) var recorder: Recorder

    init(commitEvery: Int64 = 0, outbox: String = "outbox.db") {
        settings = RecorderSettings(
            path: directory.file(outbox), deviceID: "box-1", limits: OutboxLimits(), commitEvery: commitEvery,
            deliveryPath: directory.file("delivery.db"))
        recorder = Recorder(settings: settings, clock: clock) { nil }
        restart()
    }

    var now: BootTime { clock.bootTime }

    /// A new Recorder on the same files, as after a kill.
    func restart() {
        recorder.report = { _ in }
        recorder = Recorder(settings: settings, clock: clock) { [clock] in
            TrustedTime(now: clock.civilTime, since: clock.bootTime, isConfirmed: true)
        }
        recorder.report = { [unowned self] in
            switch $0 {
            case .stored(let count): events.append("stored \(count)")
            case .failed(.full, _): events.append("full")
            case .failed: events.append("failed")
            case .recovered: events.append("recovered")
            case .shed(let count, let cause): events.append("shed \(count) \(cause)")
            case .acknowledged(let what): events.append("\(what)")
            case .refused: events.append("refused")
            case .ballast(let isInPlace): ballasts.append(isInPlace)
            case .deliveryUnreadable: events.append("unreadable")
            case .salvaged, .opened, .copyRemoved: break
            }
        }
    }

    /// Receives and keeps a fix of now.
    func keep() {
        recorder.receive(now: now)
        recorder.keep(fix(at: clock.civilTime), now: now)
    }

    /// Lets time pass, serving the Recorder as the event loop would.
    func pass(_ milliseconds: Int64) {
        let end = now.advanced(by: milliseconds)
        while let deadline = recorder.deadline, deadline <= end {
            if deadline > now { clock.advance(deadline.since(now)) }
            recorder.serve(ready: [], now: now)
        }
        clock.advance(end.since(now))
    }

    /// Ids in the file.
    func rows() throws -> [Int64] {
        try OutboxReader(path: settings.path).fixes(after: 0, limit: .max).map(\.id)
    }
}

func fix(at time: UTCTime, received: BootTime = BootTime(milliseconds: 0)) -> Fix {
    var fix = Fix(
        sampleTime: time, received: received, mode: .threeD, coordinate: Coordinate(latitude: 47, longitude: 8.5))
    fix.horizontalAccuracy = 5
    return fix
}

/// Sets the version of a database, and gives it a table if it is to have one.
func setUserVersion(_ path: String, _ version: Int64, table: String? = nil) throws {
    let connection = try Connection(path: path, mode: .create)
    if let table { try connection.execute("CREATE TABLE \(table) (a)") }
    try connection.setPragma("user_version", version)
}
