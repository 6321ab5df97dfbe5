/// An instant of civil time, to the millisecond that Amazon Location keeps.
///
/// Counts UTC milliseconds since 1970-01-01T00:00:00Z without leap seconds, as POSIX time does. A value says
/// nothing about which clock it came from; who judges that is the Receiver. Reckoning with times never overflows: what
/// lies beyond 292 million years is the end of them.
public struct UTCTime: Comparable, Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public var milliseconds: Int64

    /// The instant `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The instant `seconds` after 1970-01-01T00:00:00Z.
    public init(seconds: Int64) {
        self.milliseconds = seconds.clampedProduct(1000)
    }

    /// Earlier sorts first.
    public static func < (left: UTCTime, right: UTCTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant `milliseconds` later; earlier if negative.
    public func advanced(by milliseconds: Int64) -> UTCTime {
        UTCTime(milliseconds: self.milliseconds.clampedSum(milliseconds))
    }

    /// Milliseconds from `earlier` to this instant; negative if `earlier` is later.
    public func since(_ earlier: UTCTime) -> Int64 {
        milliseconds.clampedDifference(earlier.milliseconds)
    }
}
