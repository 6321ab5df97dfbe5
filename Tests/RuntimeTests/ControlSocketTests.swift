import Foundation
import Positioning
import Runtime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ControlSocketTests {
    private let directory = TemporaryDirectory()
    private var path: String { directory.file("control") }

    /// Serves `requests` datagrams in a thread of its own while `body` runs.
    private func serving(_ requests: Int, _ body: () throws -> Void) throws {
        let served = DispatchSemaphore(value: 0)
        let ready = DispatchSemaphore(value: 0)
        let path = path
        Thread.detachNewThread {
            defer { served.signal() }
            guard let loop = try? EventLoop(clock: SystemClock()) else { return }
            var left = requests
            let server = try? ControlServer(program: "waypost-agent", path: path) { request in
                left -= 1
                if left == 0 { loop.stop() }
                return request == "doorbell" ? nil : "you said \(request)"
            }
            ready.signal()
            guard let server else { return }
            loop.add(server)
            try? loop.run()
        }
        ready.wait()
        try body()
        served.wait()
    }

    @Test func aRequestIsAnswered() throws {
        try serving(2) {
            let client = ControlClient(program: "waypost-agent", path: path)
            let answers = [try client.ask("status"), try client.ask("pause\nmore")]
            #expect(answers == ["you said status", "you said pause"])
        }
    }

    @Test func aRequestThatIsTooLongIsRefusedAndNotCut() throws {
        try serving(1) {
            let client = ControlClient(program: "waypost-agent", path: path)
            let tooLong = try client.ask("dead-letters drop" + String(repeating: " 1234", count: 100))
            #expect(tooLong == "error: a request has at most 512 bytes")
            let longest = try client.ask(String(repeating: "x", count: 512))
            #expect(longest == "you said " + String(repeating: "x", count: 512))
        }
    }

    @Test func aDoorbellNeedsNoAnswerAndNoListener() throws {
        let doorbell = try Doorbell(path: path)
        doorbell.ring()
        try serving(1) { doorbell.ring() }
    }

    @Test func theSocketIsClosedToOthers() throws {
        let server = try ControlServer(program: "waypost-agent", path: path) { _ in nil }
        var info = stat()
        #expect(stat(path, &info) == 0)
        #expect(info.st_mode & 0o7777 == 0o660)
        withExtendedLifetime(server) {}
    }

    @Test func nobodyListensIsSaidSo() throws {
        let client = ControlClient(program: "waypost-agent", path: path)
        #expect(throws: RuntimeError.notRunning(program: "waypost-agent", path: path)) { try client.ask("status") }
    }

    @Test func aStaleSocketIsReplaced() throws {
        leaveStaleSocket()
        #expect(throws: RuntimeError.notRunning(program: "waypost-agent", path: path)) {
            try ControlClient(program: "waypost-agent", path: path).ask("status")
        }
        try serving(1) {
            let answer = try ControlClient(program: "waypost-agent", path: path).ask("hello")
            #expect(answer == "you said hello")
        }
    }

    @Test func aLivingSocketIsNotTakenOver() throws {
        let server = try ControlServer(program: "waypost-agent", path: path) { _ in nil }
        #expect(throws: RuntimeError.alreadyRunning(program: "waypost-agent", path: path)) {
            try ControlServer(program: "waypost-agent", path: path) { _ in nil }
        }
        #expect(access(path, F_OK) == 0)
        withExtendedLifetime(server) {}
    }

    @Test func aQueueThatDoorbellsHaveFilledIsWaitedFor() throws {
        let server = try ControlServer(program: "waypost-agent", path: path) { _ in nil }
        let doorbell = try Doorbell(path: path)
        for _ in 0..<100 { doorbell.ring() }
        #expect(throws: RuntimeError.noAnswer(program: "waypost-agent", milliseconds: 30)) {
            try ControlClient(program: "waypost-agent", path: path).ask("status", within: 30)
        }
        withExtendedLifetime(server) {}
    }

    @Test func aSilentServerIsGivenUpInTime() throws {
        let server = try ControlServer(program: "waypost-agent", path: path) { _ in nil }
        #expect(throws: RuntimeError.noAnswer(program: "waypost-agent", milliseconds: 30)) {
            try ControlClient(program: "waypost-agent", path: path).ask("status", within: 30)
        }
        withExtendedLifetime(server) {}
    }

    @Test func aPathThatNoSocketCanHaveIsAnError() {
        let long = directory.file(String(repeating: "x", count: 120))
        #expect(throws: RuntimeError.pathTooLong(long)) { try Doorbell(path: long) }
    }

    /// What a killed process leaves behind.
    private func leaveStaleSocket() {
        let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(result == 0)
        close(fd)
    }
}
