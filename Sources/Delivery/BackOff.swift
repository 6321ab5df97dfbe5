import Outbox
import Positioning

/// The waiting outside requests: full jitter, doubled with each failure, up to `max-back-off`.
public struct BackOff: Equatable, Sendable {
    /// The range of the first wait in milliseconds.
    public static let base: Int64 = 5000

    /// Failures in a row.
    public var failures: Int
    /// The wait drawn for the last of them, in milliseconds.
    public var delay: Int64
    /// The end of that wait.
    public var until: BootTime

    /// The wait after failure number `failures` (from 1): rand(0, base * 2^(n-1)), at most `longest`, but not less
    /// than the service asked for (`hint`, itself bounded by `longest`). `random` is in 0..<1.
    public init(failures: Int, longest: Int64, hint: Int64?, now: BootTime, random: Double) {
        let range = min(longest, Self.base << min(failures - 1, 30))
        self.failures = failures
        self.delay = max(Int64(random * Double(range)), min(max(hint ?? 0, 0), longest))
        self.until = now.advanced(by: delay)
    }

    /// The wait that `stored` left over.
    ///
    /// In the same boot it goes on. After a reboot nobody knows how much of it has passed, and boxes that lost their
    /// power together come back together: it starts again, as rand(0, delay).
    public init(restoring stored: StoredBackOff, bootID: String, now: BootTime, random: Double) {
        failures = stored.failures
        if stored.bootID == bootID {
            delay = stored.delay
            until = min(stored.until, now.advanced(by: stored.delay))
        } else {
            delay = Int64(random * Double(stored.delay))
            until = now.advanced(by: delay)
        }
    }
}
