import Positioning

/// What a synchronised system clock has to say about a time that is trusted already. Pure.
///
/// It tells whole 1024-week periods for certain. Where it is behind by less, it may itself be wrong (a time server of the
/// local network that has no clock): then it outweighs a receiver that has just begun, and none that has been of one mind
/// with itself for long.
enum ClockSay: Equatable {
    /// Nothing is wrong with the time.
    case agreed
    /// The time is whole 1024-week periods off; it has to go on so many milliseconds away.
    case shift(Int64)
    /// The time cannot be true: it lies beyond the clock.
    case giveUp
    /// The time lies so many milliseconds beyond the clock, and is to be believed all the same.
    case outweighed(Int64)

    /// Milliseconds beyond the clock from which a time cannot be true.
    static let tolerance: Int64 = 86_400_000
    /// Milliseconds beyond it from which a trusted time is not: what was accepted within the tolerance is not given up at
    /// once.
    static let trustedTolerance = tolerance + TimeStep.future
    /// Milliseconds after which a time outweighs the clock.
    static let established: Int64 = 3_600_000

    /// What `clock` says of `time`, which has gone on for `lasted` milliseconds.
    init(of clock: UTCTime, on time: UTCTime, lasted: Int64) {
        let right = WeekRollover.repaired(time, near: clock)
        let excess = right.since(clock)
        if right != time {
            self = .shift(right.since(time))
        } else if excess <= Self.trustedTolerance {
            self = .agreed
        } else {
            self = lasted < Self.established ? .giveUp : .outweighed(excess)
        }
    }
}
