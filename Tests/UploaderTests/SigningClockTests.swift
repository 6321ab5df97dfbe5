import Foundation
import Positioning
import Runtime
import TestSupport
import Testing
import Transport

@testable import Uploader

@Suite struct SigningClockTests {
    /// A box whose own clock is in 1970.
    private final class Box: MachineClock {
        var bootTime = BootTime(milliseconds: 1_000_000)
        var civilTime = UTCTime(seconds: 1000)
        var isSynchronised = false
        let bootID = "boot"
    }

    /// 2026-11-30 12:00:00, as the service has it.
    private static let date = UTCTime(seconds: 1_796_040_000)
    private static let answer = HTTPResponse(
        status: 403, headers: [HTTPHeader("Date", "Mon, 30 Nov 2026 12:00:00 GMT")], body: [])

    private let box = Box()
    private let directory = TemporaryDirectory()
    private let clock: SigningClock

    init() {
        clock = SigningClock(clock: box, agentState: directory.file("state.json"))
    }

    /// What the agent says from now on; the clock has looked anew by the time this returns.
    private func receiver(says time: UTCTime, isBelieved: Bool = true) throws {
        box.bootTime = box.bootTime.advanced(by: 10_000)
        let state = """
            {"boot_id": "boot", "boot_ms": \(box.bootTime.milliseconds), "time_trust": "trusted", \
            "gnss_time": "\(time.iso8601)"}
            """
        try state.write(toFile: directory.file("state.json"), atomically: true, encoding: .utf8)
        #expect(clock.trusted(at: box.bootTime) == (isBelieved ? time : nil))
    }

    private func learnTheServicesDate() {
        _ = clock.learn(from: Self.answer, sent: box.bootTime, signed: clock.time(at: box.bootTime))
    }

    /// Else each request of a receiver that is weeks off would be refused once before it passes.
    @Test func aReceiversTimeThatTheServiceRefusedSignsNothingMore() throws {
        let rolledOver = Self.date.advanced(by: -1024 * 7 * 86_400_000)
        try receiver(says: rolledOver)
        #expect(clock.time(at: box.bootTime) == rolledOver)
        learnTheServicesDate()
        #expect(clock.time(at: box.bootTime) == rolledOver)
        #expect(clock.time(at: box.bootTime, byService: true) == Self.date)
        #expect(clock.time(at: box.bootTime) == Self.date)

        try receiver(says: rolledOver.advanced(by: 10_000))
        #expect(clock.time(at: box.bootTime) == Self.date.advanced(by: 10_000))
    }

    /// Neither TLS nor a signature would pass: nobody could correct a time that ends every connection.
    @Test(arguments: [-1, 1] as [Int64])
    func aReceiverThatIs1024WeeksOffASynchronisedClockIsNotAskedAboutCertificates(periods: Int64) throws {
        let wrong = Self.date.advanced(by: periods * 1024 * 7 * 86_400_000)
        try receiver(says: wrong)
        (box.civilTime, box.isSynchronised) = (Self.date, true)
        try receiver(says: wrong, isBelieved: false)
        #expect(clock.time(at: box.bootTime) == Self.date)
        try receiver(says: Self.date.advanced(by: 3_600_000))
    }

    @Test func aReceiverThatHasFoundTheRightTimeSignsAgain() throws {
        try receiver(says: Self.date.advanced(by: -1024 * 7 * 86_400_000))
        learnTheServicesDate()
        #expect(clock.time(at: box.bootTime, byService: true) == Self.date)
        let now = Self.date.advanced(by: 12_345)
        try receiver(says: now)
        #expect(clock.time(at: box.bootTime) == now)
    }
}
