import Foundation
import Positioning
import TestSupport
import Testing

@testable import Runtime

@Suite(.serialized, .timeLimit(.minutes(10))) struct ServiceManagerTests {
    private let directory = TemporaryDirectory()
    private let start = BootTime(milliseconds: 1000)

    /// Messages that arrive at the notify socket while `body` runs with `environment`.
    private func messages(_ environment: [String: String], _ body: (ServiceManager) -> Void) throws -> [String] {
        let path = directory.file("notify")
        let socket = try DatagramSocket()
        #expect(socket.bind(try UnixAddress(path: path)) == 0)
        setenv("NOTIFY_SOCKET", path, 1)
        for (name, value) in environment { setenv(name, value, 1) }
        body(ServiceManager(now: start))
        #expect(getenv("NOTIFY_SOCKET") == nil && getenv("WATCHDOG_USEC") == nil)
        var buffer = [UInt8](repeating: 0, count: 1000)
        var result: [String] = []
        var sender = UnixAddress()
        while case let count = sender.receive(socket.fd, into: &buffer), count >= 0 {
            result.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        return result
    }

    @Test func tellsEachStateOnce() throws {
        let sent = try messages([:]) {
            $0.ready()
            $0.status("recording")
            $0.status("recording")
            $0.status("paused\nwith more")
            $0.reloading()
            $0.stopping()
            #expect($0.deadline == nil)
        }
        #expect(sent.count == 5)
        #expect(sent[0] == "READY=1" && sent[1] == "STATUS=recording" && sent[2] == "STATUS=paused")
        #expect(sent[3].hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(Int64(sent[3].split(separator: "=").last ?? "") ?? 0 > 0)
        #expect(sent[4] == "STOPPING=1")
    }

    @Test func givesASignOfLifeAtHalfTheWatchdogTime() throws {
        let sent = try messages(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) {
            #expect($0.deadline == BootTime(milliseconds: 15_000), "at the moments of all that comes round")
            #expect($0.earliest == BootTime(milliseconds: 12_500), "a loop that turns anyway need not be woken for it")
            $0.serve(ready: [], now: BootTime(milliseconds: 12_500))
            #expect($0.deadline == BootTime(milliseconds: 30_000))
            $0.serve(ready: [], now: BootTime(milliseconds: 30_002))
            #expect($0.deadline == BootTime(milliseconds: 45_000))
        }
        #expect(sent == ["WATCHDOG=1", "WATCHDOG=1"])
    }

    @Test func anotherProcessesWatchdogIsNotFed() throws {
        let sent = try messages(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) { #expect($0.deadline == nil) }
        #expect(sent.isEmpty)
    }

    /// A start may take longer then, and a loop may stand still; an end is not put off.
    @Test func aLongPieceOfWorkGivesASignOfLifeOnceASecond() throws {
        let sent = try messages([:]) { manager in
            for step in 0..<9 { manager.working(now: start.advanced(by: Int64(step) * 250)) }
            manager.ready()
            manager.working(now: start.advanced(by: 3000))
        }
        let starting = "WATCHDOG=1\nEXTEND_TIMEOUT_USEC=300000000"
        #expect(sent == [starting, starting, starting, "READY=1", "WATCHDOG=1"])
    }

    @Test func withoutAServiceManagerNothingHappens() {
        let manager = ServiceManager(now: start)
        manager.ready()
        manager.working(now: start)
        #expect(manager.deadline == nil)
    }
}
