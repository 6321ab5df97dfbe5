/// Waits between attempts to connect: full jitter, so that a fleet that lost its gpsd host does not return as one.
///
/// The wait before attempt n is rand(0, min(`longest`, `first` * 2^n)) (AWS Architecture Blog, "Exponential Backoff
/// And Jitter").
struct Backoff {
    /// Milliseconds: the bound of the first wait.
    static let first: Int64 = 500
    /// Milliseconds: the bound of all later waits; a receiver that is back is seen at most this much later.
    static let longest: Int64 = 10_000

    private var bound = first

    /// The next wait in milliseconds.
    mutating func next(using random: inout any RandomNumberGenerator) -> Int64 {
        let wait = Int64(random.next() % UInt64(bound + 1))
        bound = min(Self.longest, bound * 2)
        return wait
    }

    /// The connection has proven itself: the next wait is a short one.
    mutating func reset() {
        bound = Self.first
    }
}
