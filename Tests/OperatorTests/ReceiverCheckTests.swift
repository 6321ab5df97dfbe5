import Foundation
import Positioning
import Receiver
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

@Suite(.timeLimit(.minutes(10))) struct ReceiverCheckTests {
    /// The kernel's clocks, with a kernel that vouches for them.
    private struct WallClock: MachineClock {
        private let clock = SystemClock()
        var bootTime: BootTime { clock.bootTime }
        var civilTime: UTCTime { clock.civilTime }
        var isSynchronised: Bool { true }
        var bootID: String { clock.bootID }
    }

    private func findings(
        _ gpsd: SmallGPSD, host: String = "127.0.0.1", clock: any MachineClock = SystemClock(), isPaused: Bool = false
    ) throws -> [Finding] {
        try findings(port: gpsd.port, host: host, clock: clock, isPaused: isPaused)
    }

    private func findings(
        port: UInt16, host: String = "127.0.0.1", clock: any MachineClock = SystemClock(), isPaused: Bool = false
    ) throws -> [Finding] {
        let source = SettingsSource(
            overrides: ["receiver.host=\(host)", "receiver.port=\(port)"], defaultFile: "/nonexistent")
        let options = try CheckCommand.parser.options()
        let invocation = Invocation(options: options, source: source, clock: clock)
        return ReceiverCheck.look(try invocation.load(ReceiverSection.self), isPaused: isPaused, invocation).findings
    }

    @Test func aFixIsWhatOneWantsToSee() throws {
        let found = try findings(.withFix())
        #expect(found.map(\.result) == [.ok, .ok])
        #expect(found.last?.message.hasPrefix("47.37 8.54, ±5 m, ") == true)
    }

    @Test func aPauseIsPrivate() throws {
        let found = try #require(try findings(.withFix(), isPaused: true).last)
        #expect(found.result == .ok)
        #expect(found.message.hasPrefix("a fix, ±5 m, ") && !found.message.contains("47.37"))
    }

    @Test func whatAcceptsConnectionsAndDoesNotGreetIsNotToBeInstalled() throws {
        let listener = LoopbackSocket()
        let port = listener.port
        let found = try withExtendedLifetime(listener) { try findings(port: port) }
        #expect(found.map(\.result) == [.failure])
        #expect(
            found[0].message == "something accepts connections at 127.0.0.1:\(port), and does not greet as gpsd does")
        #expect(found[0].advice?.hasPrefix("is receiver.port right?") == true)
    }

    @Test func aReceiverWithoutSkyIsToldFromNoReceiver() throws {
        let blind = SmallGPSD { _ in #"{"class":"TPV","device":"/dev/ttyS0","mode":1}"# }
        let sky = try #require(try findings(blind).last)
        #expect(sky.result == .warning && sky.advice?.contains("view of the sky") == true)
        let absent = try #require(try findings(SmallGPSD(nil)).last)
        #expect(absent.result == .failure && absent.message == "gpsd answers, and no receiver talks to it")
    }

    @Test func aReceiverWithAWrongDateIsToldFromOneThatNeedsTime() throws {
        // Two days ahead of a clock that the kernel vouches for, which no week rollover explains.
        let gpsd = SmallGPSD { date in
            #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"time":"\#(SmallGPSD.time(date + 172_800))","ept":0.005,"#
                + #""lat":47.37,"lon":8.54,"alt":400.0,"eph":5.0}"#
        }
        let found = try #require(try findings(gpsd, clock: WallClock()).last)
        #expect(found.result == .failure && found.message == "there are positions, and their date is wrong (future)")
    }

    private func advice(_ failure: ReceiverError, _ host: String, _ initSystem: InitSystem) throws -> String {
        let source = SettingsSource(overrides: ["receiver.host=\(host)"], defaultFile: "/nonexistent")
        return ReceiverCheck.advice(failure, try source.load(ReceiverSection.self).settings, initSystem)
    }

    @Test func aGPSDElsewhereThatDoesNotAnswerIsMendedThere() throws {
        let found = try advice(.connectTimedOut(gpsd: "far:2947"), "192.0.2.7", .systemd)
        #expect(found.contains("on that host gpsd must listen on the network"))
    }

    @Test func aGPSDOnThisBoxIsStartedByWhatRunsTheBox() throws {
        let refused = ReceiverError.cannotConnect(gpsd: "localhost:2947", errno: ECONNREFUSED)
        #expect(try advice(refused, "localhost", .systemd).hasSuffix("systemctl enable --now gpsd.socket"))
        #expect(try advice(refused, "localhost", .scripts).hasSuffix("service gpsd start"))
    }

    @Test func aNameThatNobodyKnowsIsAMatterOfTheSetting() throws {
        let found = try #require(try findings(SmallGPSD(nil), host: "no..such").last)
        #expect(found.result == .failure)
        #expect(found.advice?.contains("check the spelling of receiver.host") == true)
        #expect(found.advice?.contains("firewall") == false)
    }
}
