import Foundation
import Runtime
import Testing

@Suite struct SystemClockTests {
    @Test func agreesWithTheKernel() throws {
        let clock = SystemClock()
        let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8).split(separator: " ")[0]
        let seconds = try #require(Double(uptime))
        #expect(abs(Double(clock.bootTime.milliseconds) / 1000 - seconds) < 5)
        #expect(abs(Double(clock.civilTime.milliseconds) / 1000 - Date().timeIntervalSince1970) < 5)
        let id = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        #expect(clock.bootID + "\n" == id)
    }
}
