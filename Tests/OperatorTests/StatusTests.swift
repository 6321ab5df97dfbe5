import Foundation
import JSON
import Outbox
import Positioning
import Runtime
import Testing

@testable import Operator

@Suite struct StatusTests {
    private func status(_ box: Box) throws -> JSONValue {
        try JSONReader().read(Array(try box.run(StatusCommand.self, ["--json"]).utf8))
    }

    @Test func aBoxWhereNothingEverRanIsNoError() throws {
        let box = try Box()
        let status = try status(box)
        #expect(status["agent"]?["state"]?.string == "stopped")
        #expect(status["delivery"]?["state"]?.string == "stopped")
        #expect(status["agent"]?["fix"] == .null)
        for name in ["pending", "bytes", "kept", "oldest", "paused"] { #expect(status["outbox"]?[name] == .null) }
        for name in ["delivered", "dead", "shed", "repeated"] { #expect(status["delivery"]?[name] == .null) }
        #expect(try box.run(StatusCommand.self).contains("Pending   unknown"))
    }

    @Test func withoutDaemonsTheDatabasesSpeakAndEveryFixIsAccountedFor() throws {
        let box = try Box()
        try box.store(20)
        try box.deliver(0..<5, dead: 5..<7)
        let status = try status(box)
        let agent = try #require(status["agent"])
        #expect(agent["state"]?.string == "stopped")
        #expect(agent["received"]?.integer == 60 && agent["kept"]?.integer == 20 && agent["held"]?.integer == 0)
        #expect(agent["dropped"] == .object(["interval": .integer(40)]))
        #expect(agent["fix"]?["time"]?.string == box.fix(19).sampleTime.iso8601)
        let outbox = try #require(status["outbox"])
        #expect(outbox["pending"]?.integer == 13)
        #expect(outbox["oldest"]?.string == box.fix(7).sampleTime.iso8601)
        #expect(outbox["bytes"]?.integer ?? 0 > 0)
        let delivery = try #require(status["delivery"])
        #expect(delivery["delivered"]?.integer == 5 && delivery["dead"]?.integer == 2)
        #expect(delivery["shed"]?.integer == 0 && delivery["repeated"]?.integer == 0)
        #expect(delivery["last_success"] == .null && delivery["last_error"] == .null)
    }

    @Test func deadLettersAreAFaultAsLongAsThereAreSome() throws {
        let box = try Box()
        try box.store(20)
        try box.deliver(0..<5, dead: 5..<8)
        #expect(try box.run(StatusCommand.self).contains("Dead      3 refused by the tracker: waypost dead-letters\n"))
        #expect(try status(box)["delivery"]?["dead_letters"]?.integer == 3)
        try box.drop([1, 2])
        let some = try box.run(StatusCommand.self)
        #expect(some.contains("Dead      1 refused by the tracker: waypost dead-letters\n"))
        try box.drop([3])
        let none = try box.run(StatusCommand.self)
        #expect(none.contains("Dead      3 were refused by the tracker, none of them is a dead letter now\n"))
        let status = try status(box)
        #expect(status["delivery"]?["dead"]?.integer == 3 && status["delivery"]?["dead_letters"]?.integer == 0)
    }

    @Test func theAccountingHoldsWhereTheAgentCopiedAPart() throws {
        let box = try Box()
        try box.store(20)
        try box.deliver(0..<5, dead: 5..<7)
        do {
            let writer = try box.writer()
            _ = try writer.acknowledge(DeliveryReader(path: box.delivery))
        }
        try box.deliver(7..<9, dead: 12..<13)
        let status = try status(box)
        #expect(status["outbox"]?["pending"]?.integer == 10)
        #expect(status["delivery"]?["delivered"]?.integer == 7)
        #expect(status["delivery"]?["dead"]?.integer == 3)
    }

    @Test func aFixThatWasShedBeforeItsRefusalCameCountsAsShedAlone() throws {
        let box = try Box()
        try box.store(20)
        try box.deliver(3..<5, dead: 0..<3)
        do {
            let writer = try box.writer()
            #expect(try writer.shedByAge(now: box.start.advanced(by: writer.limits.maxAge + 2500)) == 3)
        }
        let status = try status(box)
        #expect(status["outbox"]?["pending"]?.integer == 15)
        #expect(status["delivery"]?["delivered"]?.integer == 2 && status["delivery"]?["dead"]?.integer == 0)
        #expect(status["delivery"]?["shed"]?.integer == 3)
    }

    private static let recording = """
        {"pid":1,"state":"recording","boot_id":"this-boot","boot_ms":4000000,"time_trust":"trusted",
        "gnss_time":"2026-11-30T06:00:00.000Z","received":99,"kept":7,"held":2,"dropped":{"interval":90},
        "fix":{"time":"2026-11-30T06:16:30.000Z","latitude":47.5,"longitude":8.25,"accuracy":3.4}}
        """

    @Test func aRunningAgentSpeaksForItself() throws {
        let box = try Box()
        try box.store(2)
        let agent = try Answering(box.agent + "/control") { $0 == "status" ? Self.recording : nil }
        let status = try status(box)
        #expect(status["time"]?.string == "2026-11-30T06:16:40.000Z")
        #expect(status["agent"]?["state"]?.string == "recording")
        #expect(status["agent"]?["received"]?.integer == 99 && status["agent"]?["held"]?.integer == 2)
        #expect(status["agent"]?["time_trust"]?.string == "trusted")
        #expect(status["agent"]?["fix"]?["latitude"]?.number == 47.5)
        let text = try box.run(StatusCommand.self)
        #expect(text.contains("Agent     recording"))
        #expect(text.contains("47.5 8.25, ±3 m, 10 s ago"))
        withExtendedLifetime(agent) {}
    }

    @Test func noPlaceIsToldWhileRecordingIsPaused() throws {
        let box = try Box()
        try box.store(2)
        do { try box.writer().setPaused(true) }
        let stopped = try box.run(StatusCommand.self, ["--json"])
        #expect(stopped.contains(#""fix":null"#) && !stopped.contains("latitude"))
        #expect(try box.run(StatusCommand.self).contains("Fix       last stored "))
        // One that says so itself, and the last fix that it kept.
        let paused = Self.recording.replacing("recording", with: "paused")
            .replacing(#""held":2"#, with: #""last_kept":{"latitude":47.5,"longitude":8.25},"held":2"#)
        let agent = try Answering(box.agent + "/control") { $0 == "status" ? paused : nil }
        let running = try box.run(StatusCommand.self, ["--json"])
        #expect(running.contains(#""fix":null"#) && running.contains(#""last_kept":null"#))
        #expect(!running.contains("47."))
        #expect(try !box.run(StatusCommand.self).contains("47."))
        withExtendedLifetime(agent) {}
    }

    @Test func anAgentThatDoesNotAnswerIsSaidToBeStuck() throws {
        let box = try Box()
        box.patience = 100
        let server = try ControlServer(program: "waypost-agent", path: box.agent + "/control") { _ in nil }
        try TextFile.replace(box.agent + "/state.json", with: Self.recording)
        let status = try status(box)
        #expect(status["agent"]?["state"]?.string == "hung")
        #expect(status["agent"]?["running"] == .bool(true))
        #expect(status["problems"]?.array?.first?.string?.contains("waypost-agent did not answer") == true)
        #expect(try box.run(StatusCommand.self).hasPrefix("Agent     hung\n"))
        withExtendedLifetime(server) {}
    }

    @Test func anUploaderThatDoesNotAnswerGoesOnAtNoTime() throws {
        let box = try Box()
        box.patience = 100
        let server = try ControlServer(program: "waypost-uploader", path: box.uploader + "/control") { _ in nil }
        try TextFile.replace(box.uploader + "/state.json", with: #"{"state":"back-off","next_in_ms":45000}"#)
        #expect(try box.run(StatusCommand.self).contains("Uploader  hung\n"))
        withExtendedLifetime(server) {}
    }

    @Test func whereNobodyMayLookNothingIsSaidToBeZero() throws {
        let box = try Box()
        // Neither a database nor absent, as one that this user may not open.
        try FileManager.default.createDirectory(atPath: box.outbox, withIntermediateDirectories: false)
        let status = try status(box)
        for name in ["received", "kept", "held", "dropped", "fix"] { #expect(status["agent"]?[name] == .null) }
        for name in ["kept", "pending", "shed_by_cause"] { #expect(status["outbox"]?[name] == .null) }
        for name in ["delivered", "repeated", "dead", "shed"] { #expect(status["delivery"]?[name] == .null) }
        let text = try box.run(StatusCommand.self)
        for label in ["Fix", "Received", "Kept", "Dropped", "Held", "Pending", "Delivered"] {
            #expect(text.contains("\(label)\(String(repeating: " ", count: 10 - label.count))unknown\n"))
        }
    }

    @Test func theStateOfADeadAgentIsNotTakenForTheTruth() throws {
        let box = try Box()
        try TextFile.replace(box.agent + "/state.json", with: #"{"state":"recording","received":99}"#)
        let status = try status(box)
        #expect(status["agent"]?["state"]?.string == "stopped")
        #expect(status["agent"]?["received"]?.integer == 0)
    }

    @Test func theLastSuccessOutlivesTheUploader() throws {
        let box = try Box()
        try TextFile.replace(
            box.uploader + "/state.json",
            with: #"{"state":"idle","last_success":"2026-11-30T06:00:00.000Z","last_error":"no route"}"#)
        let delivery = try #require(try status(box)["delivery"])
        #expect(delivery["state"]?.string == "stopped")
        #expect(delivery["last_success"]?.string == "2026-11-30T06:00:00.000Z")
        #expect(delivery["last_error"]?.string == "no route")
    }

    @Test func linesFitAPhone() throws {
        let box = try Box()
        try box.store(3)
        var text = StatusText(columns: 40)
        text.entry("Dropped", "123456: interval 100000, max-accuracy 23000, max-speed 400, not-ascending 56")
        text.entry("Problem", "it is /var/lib/waypost/outbox/outbox.db that is wrong")
        text.entry("Agent", "recording")
        for line in text.text.split(separator: "\n") { #expect(line.count <= 40) }
        #expect(text.text.hasSuffix("Agent     recording\n"))
        #expect(text.text.split(separator: "\n")[1].hasPrefix("          "))
        #expect(text.text.contains("\n          /var/lib/waypost/outbox/outbox\n          .db that is wrong\n"))
    }
}
