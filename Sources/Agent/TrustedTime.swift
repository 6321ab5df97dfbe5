import Positioning
import Receiver
import Runtime

/// The receiver's time while it is trusted.
struct TrustedTime {
    /// UTC now.
    var now: UTCTime
    /// Since when it has gone on in this boot without being set anew.
    var since: BootTime
    /// True if a synchronised system clock says the same.
    var isConfirmed: Bool
}

extension TrustedTime {
    /// Milliseconds that the system clock may differ by and still say the same: leap seconds, and a slow network.
    private static let tolerance: Int64 = 60_000

    /// Nil unless `receiver` has a trusted time.
    init?(of receiver: Receiver, _ clock: any MachineClock) {
        let boot = clock.bootTime
        guard let time = receiver.trustedTime(at: boot), let since = receiver.trustedSince else { return nil }
        let isConfirmed = clock.synchronisedTime.map { abs($0.since(time)) <= Self.tolerance } ?? false
        self.init(now: time, since: since, isConfirmed: isConfirmed)
    }
}
