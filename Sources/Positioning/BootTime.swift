/// An instant on CLOCK_BOOTTIME: milliseconds since the machine started, suspended time included.
///
/// It never jumps when somebody sets the clock, so every interval, deadline and back-off runs on it
/// (clock_gettime(2)). Instants of different boots cannot be compared. Reckoning never overflows, as that of `UTCTime`.
public struct BootTime: Comparable, Hashable, Sendable {
    /// Milliseconds since the machine started.
    public var milliseconds: Int64

    /// The instant `milliseconds` after the machine started.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier sorts first.
    public static func < (left: BootTime, right: BootTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant `milliseconds` later; earlier if negative.
    public func advanced(by milliseconds: Int64) -> BootTime {
        BootTime(milliseconds: self.milliseconds.clampedSum(milliseconds))
    }

    /// Milliseconds from `earlier` to this instant; negative if `earlier` is later.
    public func since(_ earlier: BootTime) -> Int64 {
        milliseconds.clampedDifference(earlier.milliseconds)
    }

    /// The first instant after this one that is a whole number of `period` milliseconds from the machine's start: what
    /// is done every so often at such instants wakes the machine once for all of it, in every process.
    public func next(multipleOf period: Int64) -> BootTime {
        advanced(by: period - milliseconds % period)
    }

    /// The earlier of two instants that may be missing.
    public static func soonest(_ first: BootTime?, _ second: BootTime?) -> BootTime? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}
