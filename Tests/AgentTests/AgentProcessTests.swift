import Foundation
import JSON
import Outbox
import Positioning
import TestSupport
import Testing

/// The real executable with a gpsd that does as it is told.
@Suite(.serialized, .timeLimit(.minutes(10))) struct AgentProcessTests {
    let directory = TemporaryDirectory()
    let gpsd = FakeGPSD()

    func start(_ settings: [String] = [], file: String? = nil) throws -> AgentProcess {
        try AgentProcess(in: directory.path, port: gpsd.port, settings, file: file)
    }

    /// Says fixes a second apart, `first` seconds after a noon that is past the build date and near to now.
    func drive(_ seconds: Range<Int>) {
        let now = UTCTime(milliseconds: Int64(Date().timeIntervalSince1970) * 1000)
        for second in seconds {
            gpsd.sayFix(now.advanced(by: Int64(second) * 1000).iso8601, latitude: 47 + Double(second) * 1e-4)
        }
    }

    func rows() throws -> Int {
        try OutboxReader(path: directory.file("outbox.db")).fixes(after: 0, limit: .max).count
    }

    /// What waits for delivery, recorded a minute ago and before.
    func leaveBacklog(_ fixes: Int) throws {
        let path = directory.file("outbox.db")
        let writer = try OutboxWriter(path: path, deviceID: "box-1", limits: OutboxLimits(), now: civilNow)
        var tally = Tally()
        tally.received = Int64(fixes)
        try writer.commit((0..<fixes).map { fix(at: civilNow.advanced(by: Int64($0 - fixes - 60) * 1000)) }, tally)
    }

    var civilNow: UTCTime { UTCTime(milliseconds: Int64(Date().timeIntervalSince1970) * 1000) }

    @Test func aReceiverThatLiesAboutTheYearCostsNoFixThatWaits() throws {
        try leaveBacklog(700)
        let agent = try start()
        gpsd.accept()
        drive(0..<5)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 704 })
        // Five years ahead.
        let lie = civilNow.advanced(by: 157_000_000_000)
        for second in 0..<5 {
            gpsd.sayFix(lie.advanced(by: Int64(second) * 1000).iso8601, latitude: 47)
        }
        let believed = { (time: String?) in time.flatMap { UTCTime(iso8601: $0) }.map { $0 >= lie } ?? false }
        #expect(agent.reaches { believed($0["gnss_time"]?.string) }, "it believes the lie")
        #expect(try agent.ask("flush").hasPrefix("ok"))
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 708 })
        #expect(try rows() >= 708)
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
        #expect(!agent.log().contains("shed"))
    }

    @Test func aReceiverWithoutSkySinceTheBootHasNoFixAndWaitsForNoTime() throws {
        let agent = try start()
        gpsd.accept()
        gpsd.say(#"{"class":"TPV","device":"/dev/gps0","mode":1}"#)
        #expect(agent.reaches { $0["state"]?.string == "no-fix" && $0["dropped"]?["no-position"]?.integer == 1 })
        let noon = civilNow
        gpsd.sayFix(noon.iso8601, latitude: 47)
        gpsd.sayFix(noon.advanced(by: 1000).iso8601, latitude: 47)
        #expect(agent.reaches { $0["state"]?.string == "no-time" && $0["held"]?.integer ?? 0 > 0 })
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
    }

    @Test func anOutboxThatIsRemovedUnderTheAgentIsBegunAnew() throws {
        let agent = try start()
        gpsd.accept()
        drive(0..<5)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 4 })
        for name in ["outbox.db", "outbox.db-wal", "outbox.db-shm"] {
            try FileManager.default.removeItem(atPath: directory.file(name))
        }
        drive(6..<12)
        #expect(agent.reaches { _ in (try? rows()) ?? 0 >= 5 }, "what was kept since is in a file that others find")
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
        #expect(agent.log().contains("removed"))
    }

    @Test func terminationStoresWhatWaitsAndEndsWithZero() throws {
        let agent = try start(["outbox.commit-every=1h"])
        gpsd.accept()
        drive(0..<10)
        #expect(agent.reaches { ($0["received"]?.integer ?? 0) >= 9 })
        #expect(try rows() == 0)
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
        #expect(try rows() >= 9)
        #expect(agent.state?["state"]?.string == "stopped")
        #expect(agent.state?["held"]?.integer == 0)
    }

    @Test func killedAgentGoesOnWhereItWas() throws {
        do {
            let agent = try start()
            gpsd.accept()
            drive(0..<10)
            #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 9 })
            agent.kill()
        }
        let before = try rows()
        let agent = try start()
        gpsd.hangUp()
        gpsd.accept()
        drive(11..<20)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= Int64(before) + 8 })
        // Trust outlived the kill: nothing waited.
        #expect(agent.state?["time_trust"]?.string == "trusted")
        #expect(try rows() > before)
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
        #expect(!agent.log().contains("provisional"))
    }

    @Test func pauseHoldsOverAKillUntilResume() throws {
        do {
            let agent = try start()
            gpsd.accept()
            drive(0..<5)
            #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 4 })
            #expect(try agent.ask("pause") == "ok: recording is paused")
            agent.kill()
        }
        let before = try rows()
        let agent = try start()
        gpsd.hangUp()
        gpsd.accept()
        drive(6..<12)
        #expect(agent.reaches { ($0["dropped"]?["paused"]?.integer ?? 0) >= 5 })
        #expect(agent.state?["state"]?.string == "paused")
        #expect(agent.state?["fix"] == .null)
        #expect(try rows() == before)
        #expect(try agent.ask("resume") == "ok: recording")
        drive(13..<20)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= Int64(before) + 6 })
    }

    @Test func badSettingsAtAReloadKeepTheOldOnes() throws {
        let file = directory.file("waypost.conf")
        try "[runtime]\nlog-level = info\n".write(toFile: file, atomically: true, encoding: .utf8)
        let agent = try start(file: file)
        gpsd.accept()
        drive(0..<5)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 4 })
        try "[runtime]\nlog-level = loud\n[sampling]\nintervall = 5s\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        agent.signal(SIGHUP)
        drive(6..<12)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 9 })
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
        let log = agent.log()
        #expect(log.contains("log-level") && log.contains("intervall") && log.contains("stay in force"), "\(log)")
    }

    @Test func secondAgentIsRefused() throws {
        let agent = try start()
        #expect(agent.reaches { _ in true })
        let second = try start()
        #expect(second.end() == 69)
        #expect(second.log().contains("already running"))
    }

    /// Another runtime directory, the same outbox: no lock but that of the outbox keeps them apart.
    @Test func secondAgentOnTheSameOutboxGivesUpAndSaysSo() throws {
        let agent = try start()
        #expect(agent.reaches { _ in true })
        try FileManager.default.createDirectory(atPath: directory.file("other"), withIntermediateDirectories: false)
        let second = try start(["runtime.agent-directory=\(directory.path)/other"])
        #expect(second.end() == 69)
        #expect(second.log().contains("outbox.db is being written by another process"))
    }

    /// At an upgrade the new agent may come before the old one has gone.
    @Test func agentWaitsForTheOneBeforeToEnd() throws {
        let agent = try start()
        #expect(agent.reaches { _ in true })
        agent.signal(SIGSTOP)
        let other = directory.file("other")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        let second = try AgentProcess(in: other, port: gpsd.port, ["outbox.path=\(directory.path)/outbox.db"])
        #expect(second.reaches { $0["problem"]?.string?.contains("another process") == true })
        agent.kill()
        #expect(second.reaches { $0["problem"] == .null })
    }

    @Test func databaseOfAnotherProgramIsLeftAloneWithASentence() throws {
        try setUserVersion(directory.file("outbox.db"), 7, table: "photo")
        let agent = try start()
        #expect(agent.end() == 78)
        let log = agent.log()
        #expect(log.contains("photo") && log.contains("outbox.path"))
    }

    @Test func newerOutboxIsLeftAloneWithASentence() throws {
        do {
            let agent = try start()
            #expect(agent.reaches { _ in true })
            agent.signal(SIGTERM)
            #expect(agent.end() == 0)
        }
        try setUserVersion(directory.file("outbox.db"), 7)
        let agent = try start()
        #expect(agent.end() == 65)
        #expect(agent.log().contains("newer waypost"))
    }

    @Test func missingDirectoryOfTheOutboxIsRetriedAndNothingIsLost() throws {
        let agent = try start(["outbox.path=\(directory.path)/later/outbox.db"])
        gpsd.accept()
        drive(0..<10)
        #expect(agent.reaches { ($0["received"]?.integer ?? 0) >= 9 && $0["problem"]?.string != nil })
        #expect(agent.state?["held"]?.integer ?? 0 >= 9)
        try FileManager.default.createDirectory(
            atPath: directory.file("later"), withIntermediateDirectories: false)
        #expect(agent.reaches { ($0["kept"]?.integer ?? 0) >= 9 && $0["problem"] == .null })
    }

    /// A salvage of millions of rows takes longer than systemd waits for a start.
    @Test func aSalvageAtTheStartGivesSignsOfLifeToSystemd() throws {
        try leaveBacklog(5000)
        try damage(directory.file("outbox.db"), at: 20 * 1024, count: 900)
        let systemd = NotifySocket(path: directory.file("notify"))
        let agent = try AgentProcess(
            in: directory.path, port: gpsd.port, environment: ["NOTIFY_SOCKET": systemd.path])
        let said = systemd.messages(through: "READY=1")
        #expect(said.last == "READY=1")
        #expect(said.contains { $0.hasPrefix("WATCHDOG=1\nEXTEND_TIMEOUT_USEC=") })
        agent.signal(SIGTERM)
        #expect(agent.end() == 0)
        #expect(agent.log().contains("rows were taken over"))
    }

    @Test func unknownRequestIsAnsweredWithWhatIsKnown() throws {
        let agent = try start()
        #expect(agent.reaches { _ in true })
        #expect(try agent.ask("dance").contains("it knows status, flush, pause, resume"))
        #expect(try JSONReader().read(agent.ask("status"))["state"]?.string != nil)
        #expect(try agent.ask("flush").hasPrefix("ok"))
    }
}
