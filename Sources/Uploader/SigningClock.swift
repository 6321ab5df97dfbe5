import AmazonLocation
import JSON
import Positioning
import Runtime
import Transport

/// The time to sign with, on a box whose clock may be in 1970.
///
/// First the receiver's, if the agent of this boot vouches for it and no synchronised system clock contradicts it
/// grossly; it also judges certificates. Else the system clock, which judges them then, unless the service's `Date` says that it is far off: nobody vouches for that header, so it serves for signing alone.
public final class SigningClock {
    /// Milliseconds for which a look at the agent's state is good.
    private static let lookPeriod: Int64 = 5000
    /// Milliseconds from a synchronised system clock beyond which a receiver is wrong, for example by 1024 weeks.
    private static let grossly: Int64 = 86_400_000
    /// The service's date is used if the system clock differs from it by more, in milliseconds.
    private static let tolerance: Int64 = 60_000

    private let clock: any MachineClock
    private let agentState: String
    /// From boot time to the service's time: boot time does not jump when somebody sets the clock.
    private var service = ClockOffset()
    /// From boot time to the receiver's time in milliseconds.
    private var receiver: Int64?
    /// The receiver's offset that the service did not accept, as of a replayed recording or an old week; as long as the
    /// receiver says the same, signatures go by the service.
    private var refusedReceiver: Int64?
    private var lookedAt: BootTime?

    /// `agentState` is the path of the agent's `state.json`.
    public init(clock: any MachineClock, agentState: String) {
        self.clock = clock
        self.agentState = agentState
    }

    /// UTC by the receiver now; nil unless trusted.
    var trusted: UTCTime? { trusted(at: clock.bootTime) }

    /// UTC by the receiver; nil unless trusted, or if a synchronised system clock contradicts it grossly.
    public func trusted(at now: BootTime) -> UTCTime? {
        if lookedAt.map({ now.since($0) >= Self.lookPeriod }) ?? true {
            lookedAt = now
            receiver = receiverOffset()
        }
        guard let receiver else { return nil }
        let time = UTCTime(milliseconds: now.milliseconds.clampedSum(receiver))
        if let system = clock.synchronisedTime, abs(time.since(system)) > Self.grossly { return nil }
        return time
    }

    /// UTC as well as it can be known. `byService`: the service has refused a signature for its time, so its own clock is
    /// preferred to all others, and to this receiver's from now on.
    public func time(at now: BootTime, byService: Bool = false) -> UTCTime {
        let system = clock.civilTime
        let dated = service.isKnown ? service.corrected(UTCTime(milliseconds: now.milliseconds)) : nil
        let trusted = trusted(at: now)
        if byService, let dated {
            refusedReceiver = receiver
            return dated
        }
        if let trusted, !isRefused { return trusted }
        guard let dated, abs(dated.since(system)) > Self.tolerance else { return system }
        return dated
    }

    /// Both clocks, as credentials want them.
    public var reading: ClockReading {
        let now = clock.bootTime
        return ClockReading(boot: now, utc: time(at: now))
    }

    /// Learns from an answer that has just come; returns by how many milliseconds the service's clock was ahead of
    /// `signed`, the time that the request was signed with.
    public func learn(from response: HTTPResponse, sent: BootTime, signed: UTCTime) -> Int64? {
        service.learn(
            from: response, sent: UTCTime(milliseconds: sent.milliseconds),
            received: UTCTime(milliseconds: clock.bootTime.milliseconds))
        guard service.isKnown else { return nil }
        return service.corrected(UTCTime(milliseconds: sent.milliseconds)).since(signed)
    }

    private var isRefused: Bool {
        guard let receiver, let refusedReceiver else { return false }
        return abs(receiver - refusedReceiver) <= Self.tolerance
    }

    private func receiverOffset() -> Int64? {
        guard let text = try? TextFile.read(agentState, limit: 1 << 16), let state = try? JSONReader().read(text),
            state["boot_id"]?.string == clock.bootID, !clock.bootID.isEmpty,
            state["time_trust"]?.string == "trusted",
            let time = state["gnss_time"]?.string.flatMap({ UTCTime(iso8601: $0) }),
            let boot = state["boot_ms"]?.integer, boot >= 0, boot <= clock.bootTime.milliseconds
        else { return nil }
        return time.milliseconds - boot
    }
}
