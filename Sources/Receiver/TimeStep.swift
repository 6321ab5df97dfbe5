import Positioning

/// Two epochs, compared by the receiver's time and by the boot time of their arrival.
struct TimeStep: Equatable {
    /// Milliseconds that two steps may differ by and still be those of one clock: what buffers and a busy machine add.
    static let tolerance: Int64 = 10_000
    /// Milliseconds ahead of the boot time from which a time counts as future.
    static let future: Int64 = 3_600_000

    /// Milliseconds that the receiver's time went on.
    let advance: Int64
    /// Milliseconds that the receiver's time went on more than the boot time: near 0 for a receiver that works, and
    /// alike from step to step for a recording that is played at another speed.
    let excess: Int64

    init(from earlier: (time: UTCTime, boot: BootTime), to later: (time: UTCTime, boot: BootTime)) {
        advance = later.time.since(earlier.time)
        excess = advance - later.boot.since(earlier.boot)
    }

    /// True if the time goes on, neither far from the boot time nor unlike the step before.
    func follows(_ previousExcess: Int64?) -> Bool {
        guard advance > 0, abs(excess) <= Self.future else { return false }
        guard let previousExcess else { return true }
        return abs(excess - previousExcess) <= max(Self.tolerance, min(abs(excess), abs(previousExcess)))
    }
}
