import Glibc
import Positioning

@testable import Receiver

/// A Receiver in a small poll loop, with what it said. Its clock is the machine's, plus what a test adds.
final class Bench {
    /// 2026-12-01T12:00:00Z: where the tests' receivers begin. The program was built the day before.
    static let start = UTCTime(milliseconds: 1_796_126_400_000)

    let receiver: Receiver
    var events: [ReceiverEvent] = []
    private var ahead: Int64 = 0

    init(
        port: UInt16, device: String? = nil, silence: Int64 = 10_000, host: String = "127.0.0.1",
        build: UTCTime = start.advanced(by: -86_400_000)
    ) {
        var settings = ReceiverSettings()
        settings.host = host
        settings.port = port
        settings.device = device
        settings.silence = silence
        receiver = Receiver(
            settings: settings, buildDate: build, bootID: "test",
            systemClock: { nil },
            random: Instantly())
    }

    var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 + ahead)
    }

    /// Serves the receiver until `done`, at most a minute; false if that was not enough.
    func run(until done: () -> Bool) -> Bool {
        let end = now.advanced(by: 60_000)
        while !done() {
            guard now < end else { return false }
            step(wait: 20)
        }
        return true
    }

    /// One turn of the poll loop, at most `wait` milliseconds long.
    func step(wait: Int64) {
        var ready: Int16 = 0
        let pause = min(wait, max(0, receiver.deadline?.since(now) ?? wait))
        if let descriptor = receiver.descriptor {
            let events = Int16(POLLIN) | (receiver.wantsWrite ? Int16(POLLOUT) : 0)
            var poller = pollfd(fd: descriptor, events: events, revents: 0)
            poll(&poller, 1, Int32(pause))
            ready = poller.revents
        } else {
            usleep(UInt32(pause * 1000))
        }
        let broken = ready & Int16(POLLERR | POLLHUP) != 0
        receiver.serve(
            readable: broken || ready & Int16(POLLIN) != 0, writable: broken || ready & Int16(POLLOUT) != 0, now: now
        ) { events.append($0) }
    }

    /// Lets `milliseconds` pass for the receiver alone.
    func skip(_ milliseconds: Int64) {
        ahead += milliseconds
        step(wait: 0)
    }

    /// Serves until `event` was said; false if it is not within a minute.
    func hears(_ event: ReceiverEvent) -> Bool {
        run { events.contains(event) }
    }

    var fixes: [Fix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    var drops: [EpochDrop] {
        events.compactMap { if case .dropped(let reason) = $0 { reason } else { nil } }
    }

    /// Epochs that came out or wait.
    var epochs: Int { fixes.count + drops.count + receiver.held }

    var disconnections: [ReceiverError] {
        events.compactMap { if case .disconnected(let error) = $0 { error } else { nil } }
    }
}

/// Waits of no length, so that a test does not wait for the back-off.
private struct Instantly: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
}
