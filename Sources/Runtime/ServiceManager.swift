import Glibc
import Positioning

/// Tells systemd how the service is, by the protocol of sd_notify(3); without systemd it does nothing.
///
/// Every half of WatchdogSec it gives a sign of life, from the event loop: so only a loop that turns keeps the service
/// alive, or a long piece of work that says so.
public final class ServiceManager: PollSource {
    /// Milliseconds between two signs of life of a long piece of work.
    private static let signEvery: Int64 = 1000
    /// Microseconds that a start may take from such a sign on: more than the slowest of its steps, which is to bring a
    /// new file to the card.
    private static let moreTime: Int64 = 300_000_000

    private let socket: DatagramSocket?
    private let address: UnixAddress?
    private let watchdogInterval: Int64?
    private var nextSign: BootTime?
    private var lastStatus = ""
    private var isReady = false
    private var lastSign: BootTime?

    /// Takes the environment's word for whether there is a service manager, and removes it from the environment, so
    /// that no child process speaks for this one.
    public init(now: BootTime) {
        address = Self.environment("NOTIFY_SOCKET").flatMap { try? UnixAddress(path: $0) }
        socket = address == nil ? nil : try? DatagramSocket()
        let pid = Self.environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        let microseconds = Self.environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        let isWatched = socket != nil && pid && microseconds > 0
        watchdogInterval = isWatched ? max(microseconds / 2000, 1) : nil
        nextSign = watchdogInterval.map { now.next(multipleOf: $0) }
        for name in ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"] { unsetenv(name) }
    }

    /// The service is up, or done with reading its settings again.
    public func ready() {
        isReady = true
        send("READY=1")
    }

    /// The service reads its settings again; `ready` follows. Type=notify-reload wants the time.
    public func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonicMicroseconds)")
    }

    /// The service is about to end.
    public func stopping() {
        send("STOPPING=1")
    }

    /// A piece of work goes on for which the loop stands still: while the service starts, it may take longer than
    /// TimeoutStartSec, and later longer than WatchdogSec. To be called all the time; a sign is given once a second.
    ///
    /// Of a service that is up it puts off no other end: a machine that is shut down does not wait for the work.
    public func working(now: BootTime) {
        if let lastSign, now.since(lastSign) < Self.signEvery { return }
        lastSign = now
        send("WATCHDOG=1" + (isReady ? "" : "\nEXTEND_TIMEOUT_USEC=\(Self.moreTime)"))
    }

    /// One line of what the service does, for systemctl status. The same line is not sent twice.
    public func status(_ line: String) {
        guard line != lastStatus else { return }
        lastStatus = line
        send("STATUS=" + line.prefix { !$0.isNewline })
    }

    /// When the next sign of life is due; nil without a watchdog.
    public var deadline: BootTime? { nextSign }

    /// From `leeway` before on, if the loop turns for another reason.
    public var earliest: BootTime? { nextSign?.advanced(by: -leeway) }

    /// Milliseconds by which a sign may come early; the next one is still due at its own time.
    private var leeway: Int64 { (watchdogInterval ?? 0) / 6 }

    /// Gives a sign of life.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        guard let watchdogInterval else { return }
        send("WATCHDOG=1")
        nextSign = now.advanced(by: leeway).next(multipleOf: watchdogInterval)
    }

    private func send(_ message: String) {
        guard let socket, let address else { return }
        socket.send(message, to: address)
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
