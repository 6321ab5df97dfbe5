import Foundation
import Outbox
import Positioning
import Runtime
import SQLite
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct UploaderProcessTests {
    @Test func aDrainDeliversWhatIsPendingInOrderAndExitsWithZero() throws {
        let box = try Box(fixes: 25)
        let server = TrackerServer()
        let uploader = try box.uploader(server.url, ["--drain", "--json"])
        #expect(uploader.exitCode() == 0)
        #expect(server.requests.flatMap(\.sampleTimes) == (1...25).map(Box.time))
        #expect(server.requests.map(\.sampleTimes.count) == [10, 10, 5])
        #expect(try box.resolved() == [1...25])
        let summary = uploader.standardOutput()
        #expect(summary.contains(#""delivered":25"#) && summary.contains(#""pending":0"#))
    }

    @Test func aDrainDoesNotRunAfterWhatComesIn() throws {
        let box = try Box(fixes: 12)
        let server = TrackerServer { _, _ in
            try? box.record(3)
            return .accept
        }
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 0)
        #expect(server.requests.flatMap(\.sampleTimes) == (1...12).map(Box.time))
    }

    @Test func aRequestHoldsNothingThatTheServiceDoesNotNeed() throws {
        let box = try Box(fixes: 1)
        let server = TrackerServer()
        let uploader = try box.uploader(
            server.url, ["--drain"], set: ["device.properties=speed satellites course"])
        #expect(uploader.exitCode() == 0)
        let request = try #require(server.requests.first)
        #expect(
            request.body.replacingOccurrences(of: ".000Z", with: "Z")
                == #"{"Updates":[{"DeviceId":"truck-17","SampleTime":"\#(Box.time(1).prefix(19))Z","#
                + #""Position":[-122.33,47.61],"Accuracy":{"Horizontal":4.2},"#
                + #""PositionProperties":{"speed":"13.4","satellites":"9"}}]}"#)
        #expect(request.head.hasPrefix("POST /tracking/v0/trackers/fleet/positions HTTP/1.1"))
        let names = request.head.components(separatedBy: "\r\n").dropFirst()
            .map { $0.prefix { $0 != ":" }.lowercased() }.sorted()
        #expect(
            names == ["authorization", "content-length", "content-type", "host", "x-amz-date", "x-amz-security-token"])
    }

    @Test func aSalvageAtTheStartGivesSignsOfLifeToSystemd() throws {
        let box = try Box(fixes: 300)
        try box.refuseAll()
        let file = try #require(FileHandle(forUpdatingAtPath: box.deliveryPath))
        try file.seek(toOffset: file.seekToEnd() / 2)
        try file.write(contentsOf: Data(repeating: 0xa5, count: 900))
        try file.close()
        let systemd = NotifySocket(path: box.directory.file("notify"))
        let server = TrackerServer()
        let uploader = try box.uploader(server.url, environment: ["NOTIFY_SOCKET": systemd.path])
        let said = systemd.messages(through: "READY=1")
        #expect(said.last == "READY=1")
        #expect(said.contains { $0.hasPrefix("WATCHDOG=1\nEXTEND_TIMEOUT_USEC=") })
        uploader.signal(SIGTERM)
        #expect(uploader.exitCode() == 0)
    }

    @Test func whatCannotBeDeliveredStaysAndExitsWith75() throws {
        let box = try Box(fixes: 12)
        let server = TrackerServer { _, _ in
            .answer(404, #"{"message":"Tracker not found: fleet."}"#, ["x-amzn-ErrorType: ResourceNotFoundException"])
        }
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 75)
        #expect(try box.resolved().isEmpty)
        #expect(server.requests.count == 1)
        let text = uploader.standardOutput()
        #expect(text.contains("12 are left") && text.contains("Tracker not found: fleet."))
        #expect(uploader.standardError().contains("tracker.name"))
    }

    @Test func aStoreOfANewerVersionIsLeftAloneAndTheUnitDoesNotRestart() throws {
        let box = try Box()
        let server = TrackerServer()
        #expect(try box.uploader(server.url, ["--drain"]).exitCode() == 0)
        try Connection(path: box.deliveryPath, mode: .readWrite).setPragma("user_version", 9)
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 65)
        #expect(uploader.standardError().contains("newer"))
    }

    @Test func wrongSettingsExitWith78AndNameThem() throws {
        let box = try Box()
        let uploader = try box.uploader("http://example.com/", ["--drain"], set: ["delivery.in-flight=99"])
        #expect(uploader.exitCode() == 78)
        let text = uploader.standardError()
        #expect(text.contains("tracker.endpoint") && text.contains("delivery.in-flight"))
    }

    @Test(arguments: [
        TrackerServer.Reply.answer(200, "<html>Please log in</html>", ["Content-Type: text/html"]),
        .answer(200, ""),
        .answer(200, #"{"Errors":["#),
        .answer(200, "{}"),
        .answer(302, "", ["Location: http://portal.example/"]),
        .answer(204, ""),
    ])
    func nothingIsAcknowledgedWithoutProof(reply: TrackerServer.Reply) throws {
        let box = try Box(fixes: 10)
        let server = TrackerServer { _, _ in reply }
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 75)
        #expect(try box.resolved().isEmpty)
    }

    @Test func anAnswerThatNamesAForeignPositionIsNoSuccess() throws {
        let box = try Box(fixes: 10)
        let error = #"{"Code":"ValidationError","Message":"no"}"#
        let foreign = #"{"DeviceId":"another","SampleTime":"2026-09-21T14:13:20Z","Error":\#(error)}"#
        let server = TrackerServer { _, _ in .answer(200, #"{"Errors":[\#(foreign)]}"#) }
        let uploader = try box.uploader(server.url, ["--drain"], set: ["delivery.max-back-off=1s"])
        #expect(uploader.exitCode(within: 60) == 75)
        let counters = try box.counters()
        #expect(counters.requests > 2 && counters.failedRequests == counters.requests, "\(counters)")
        #expect(box.state.contains(#""last_success":null"#) && box.state.contains(#""hold":null"#))
        #expect(try box.resolved().isEmpty)
    }

    @Test func aLostAnswerRepeatsTheSameBytes() throws {
        let box = try Box(fixes: 20)
        let server = TrackerServer { number, _ in number == 0 ? .cut : .accept }
        let uploader = try box.uploader(server.url, ["--drain", "--json"])
        #expect(uploader.exitCode() == 0)
        let requests = server.requests
        #expect(requests.count == 3)
        #expect(requests[0].body == requests[1].body)
        #expect(try box.counters().repeated == 10)
        #expect(try box.resolved() == [1...20])
    }

    @Test func aPoisonRowIsFoundByBisectionAndKeptAsADeadLetter() throws {
        let box = try Box(fixes: 20)
        let poison = Box.time(7)
        let server = TrackerServer { _, request in
            request.sampleTimes.contains(poison)
                ? .answer(
                    400, #"{"message":"Invalid position","reason":"FieldValidationFailed"}"#,
                    ["x-amzn-ErrorType: ValidationException:"])
                : .accept
        }
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 0)
        let letters = try box.deadLetters()
        #expect(letters.map(\.fix.id) == [7])
        #expect(letters.first?.message == "Invalid position")
        #expect(try box.counters().delivered == 19)
    }

    @Test func aKilledUploaderRepeatsWhatWasNotAcknowledgedAndLosesNothing() throws {
        let box = try Box(fixes: 30)
        let server = TrackerServer { number, _ in number == 1 ? .silence : .accept }
        let first = try box.uploader(server.url, set: ["delivery.linger=1h"])
        #expect(eventually { server.requests.count == 2 })
        first.signal(SIGKILL)
        _ = first.exitCode()
        let second = try box.uploader(server.url, ["--drain"])
        #expect(second.exitCode() == 0)
        #expect(server.requests[1].body == server.requests[2].body)
        #expect(server.requests.flatMap(\.sampleTimes).count == 40)
        #expect(Set(server.requests.flatMap(\.sampleTimes)) == Set((1...30).map(Box.time)))
    }

    @Test func theServiceSendsAtTheDoorbellAndEndsInOrder() throws {
        let box = try Box()
        let server = TrackerServer()
        let uploader = try box.uploader(server.url, set: ["delivery.linger=1h"])
        #expect(try uploader.ask("status").contains(#""state":"idle""#))
        try box.record(10)
        _ = ringing(box)
        #expect(eventually { server.requests.count == 1 })
        try box.record(3)
        #expect(try uploader.ask("flush").hasPrefix("sending"))
        #expect(eventually { server.requests.count == 2 })
        try box.record(2)
        _ = ringing(box)
        uploader.signal(SIGTERM)
        #expect(uploader.exitCode(within: 30) == 0)
        #expect(server.requests.flatMap(\.sampleTimes) == (1...15).map(Box.time), "a part batch goes at the end")
        #expect(try box.resolved() == [1...15])
        #expect(!FileManager.default.fileExists(atPath: box.directory.path + "/uploader/control"))
    }

    @Test func aStopDoesNotWaitForASilentServer() throws {
        let box = try Box(fixes: 10)
        let server = TrackerServer { _, _ in .silence }
        let uploader = try box.uploader(server.url)
        #expect(eventually { server.requests.count == 1 })
        uploader.signal(SIGTERM)
        #expect(uploader.exitCode(within: 30) == 0)
        #expect(try box.resolved().isEmpty)
    }

    @Test func aSecondUploaderIsTurnedAway() throws {
        let box = try Box()
        let server = TrackerServer()
        let first = try box.uploader(server.url)
        _ = try first.ask("status")
        let second = try box.uploader(server.url, ["--drain"])
        #expect(second.exitCode() == 69)
        #expect(second.standardError().contains("already running"))
    }

    @Test func aReloadTakesNewSettingsAndKeepsTheOldOnesIfTheNewAreWrong() throws {
        let box = try Box()
        let server = TrackerServer()
        let conf = box.directory.path + "/uploader.conf"
        try "[delivery]\nlinger = 1h\n".write(toFile: conf, atomically: true, encoding: .utf8)
        let uploader = try box.uploader(server.url, ["--config", conf])
        _ = try uploader.ask("status")
        try box.record(2)
        try "[delivery]\nmax-back-off = nonsense\n".write(toFile: conf, atomically: true, encoding: .utf8)
        uploader.signal(SIGHUP)
        // By the second answer it has served what came before the first request.
        for _ in 0..<2 { _ = try uploader.ask("status") }
        try "[device]\nproperties = speed\n[delivery]\nlinger = 1h\n".write(
            toFile: conf, atomically: true, encoding: .utf8)
        uploader.signal(SIGHUP)
        uploader.signal(SIGUSR1)
        #expect(eventually { server.requests.count == 1 })
        uploader.signal(SIGTERM)
        #expect(uploader.exitCode() == 0)
        #expect(server.requests[0].body.contains(#""PositionProperties":{"speed":"13.4"}"#))
        #expect(uploader.standardError().contains("the old ones stay in force"))
    }

    @Test func deadLettersGoAgainOnRequest() throws {
        let box = try Box(fixes: 10)
        let poison = Box.time(7)
        let server = TrackerServer { number, request in
            number == 0
                ? .answer(
                    200,
                    #"{"Errors":[{"DeviceId":"truck-17","SampleTime":"\#(poison)","Error":{"Code":"ValidationError","Message":"no"}}]}"#
                )
                : .accept
        }
        let uploader = try box.uploader(server.url)
        #expect(eventually { (try? box.deadLetters().count) == 1 })
        #expect(try uploader.ask("dead-letters retry") == "1 dead letter goes again")
        #expect(eventually { (try? box.deadLetters().isEmpty) == true })
        #expect(server.requests.last?.sampleTimes == [poison])
        #expect(try uploader.ask("dead-letters drop") == "0 dead letters dropped")
        #expect(try uploader.ask("dead-letters drop 5") == "0 dead letters dropped\nmissing: 5")
        #expect(try uploader.ask("nonsense").hasPrefix("error: "))
    }

    @Test func allDeadLettersGoAgainHoweverManyThereAre() throws {
        let box = try Box(fixes: 450)
        try box.refuseAll()
        let server = TrackerServer { _, _ in .accept }
        let uploader = try box.uploader(server.url)
        #expect(try uploader.ask("dead-letters drop 9 451 450") == "2 dead letters dropped\nmissing: 451")
        #expect(try uploader.ask("dead-letters retry 9 8") == "1 dead letter goes again\nmissing: 9")
        #expect(eventually { (try? box.deadLetterCount()) == 447 })
        #expect(try uploader.ask("dead-letters retry") == "447 dead letters go again")
        #expect(eventually { (try? box.deadLetterCount()) == 0 })
        #expect(Set(server.requests.flatMap(\.sampleTimes)).count == 448)
        withExtendedLifetime(uploader) {}
    }

    @Test func newFixesDoNotWaitForAllTheDeadLettersThatGoAgain() throws {
        let box = try Box(fixes: 450)
        try box.refuseAll()
        // However slow the machine is, the new fix is there before a request is answered.
        let flushed = DispatchSemaphore(value: 0)
        let server = TrackerServer { _, _ in
            flushed.wait()
            flushed.signal()
            return .accept
        }
        let uploader = try box.uploader(server.url)
        #expect(try uploader.ask("dead-letters retry") == "450 dead letters go again")
        try box.record(1)
        #expect(try uploader.ask("flush").hasPrefix("sending"))
        flushed.signal()
        #expect(eventually(within: 60) { (try? box.deadLetterCount()) == 0 })
        let sent = server.requests.map(\.sampleTimes)
        let fresh = try #require(sent.firstIndex { $0.contains(Box.time(451)) })
        #expect(fresh < sent.count - 20)
        withExtendedLifetime(uploader) {}
    }

    @Test func noSecretIsInALogAStateOrAnAnswer() throws {
        let box = try Box(fixes: 10)
        let server = TrackerServer { _, _ in
            .answer(
                403, #"{"message":"The security token included in the request is invalid"}"#,
                ["x-amzn-ErrorType: UnrecognizedClientException"])
        }
        let uploader = try box.uploader(server.url)
        #expect(eventually { box.state.contains(#""hold":"credentials""#) })
        let status = try uploader.ask("status")
        uploader.signal(SIGTERM)
        _ = uploader.exitCode()
        let texts = [uploader.standardError(), uploader.standardOutput(), status, box.state]
        for text in texts + [
            String(decoding: FileManager.default.contents(atPath: box.deliveryPath) ?? Data(), as: UTF8.self)
        ] {
            #expect(!text.contains(UploaderProcess.secret) && !text.contains(UploaderProcess.token))
        }
        #expect(texts[0].contains("delivery is held"))
    }

    @Test func theReceiversTimeSignsWhenTheAgentVouchesForIt() throws {
        let box = try Box(fixes: 1)
        let bootID = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).prefix(36)
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let state =
            #"{"boot_id":"\#(bootID)","boot_ms":\#(now.tv_sec * 1000),"gnss_time":"2031-02-03T04:05:06.000Z","time_trust":"trusted"}"#
        try state.write(toFile: box.directory.path + "/agent/state.json", atomically: true, encoding: .utf8)
        let server = TrackerServer()
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 0)
        #expect(server.requests.first?.head.contains("20310203T0405") == true)
    }

    @Test func aRefusedClockIsCorrectedByTheServicesDate() throws {
        let box = try Box(fixes: 1)
        let server = TrackerServer { _, request in
            request.head.contains("20310203T")
                ? .accept
                : .answer(
                    403, #"{"message":"Signature expired"}"#,
                    ["x-amzn-ErrorType: RequestExpired", "Date: Mon, 03 Feb 2031 04:05:06 GMT"])
        }
        let uploader = try box.uploader(server.url, ["--drain"])
        #expect(uploader.exitCode() == 0)
        #expect(server.requests.count == 2)
    }

    private func ringing(_ box: Box) -> Bool {
        guard let bell = try? Doorbell(path: box.directory.path + "/uploader/control") else { return false }
        bell.ring()
        return true
    }
}
