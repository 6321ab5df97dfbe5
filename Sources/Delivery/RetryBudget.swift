/// The retry rules of the AWS SDKs, standard mode with the constants of 2026: how long to wait inside a request, and
/// whether a retry may be made at all.
///
/// A retry costs tokens, success gives them back: when the service is down for good, a client soon stops multiplying
/// its load (AWS SDKs and Tools reference guide, "Retry behavior").
public struct RetryBudget: Equatable, Sendable {
    /// Attempts in all, the first included.
    public static let attempts = 3
    /// Tokens of a full bucket.
    public static let capacity = 500
    /// The longest wait in milliseconds that back-off alone asks for.
    public static let longestWait: Int64 = 20_000
    /// How much longer than the back-off, in milliseconds, the service may ask to wait inside a request.
    public static let hintAllowance: Int64 = 5000

    /// Tokens left, 0...`capacity`.
    public private(set) var tokens = RetryBudget.capacity

    /// A full bucket.
    public init() {}

    /// Takes the tokens of a retry and returns what it cost; nil if there are too few, and then nothing is taken.
    public mutating func spend(throttled: Bool) -> Int? {
        let cost = throttled ? 5 : 14
        guard tokens >= cost else { return nil }
        tokens -= cost
        return cost
    }

    /// Gives back what the last retry of a request cost that succeeded; 1 after a first attempt (`cost` nil).
    public mutating func refund(_ cost: Int?) {
        tokens = min(Self.capacity, tokens + (cost ?? 1))
    }

    /// Milliseconds before retry number `retry`, counted from 0; `random` is in 0..<1.
    ///
    /// Full jitter over 50 ms (throttled 1 s) doubled each time. A `hint` of the service is raised to that value and
    /// cut at 5 s above it; a negative one counts for nothing.
    public static func wait(retry: Int, throttled: Bool, hint: Int64?, random: Double) -> Int64 {
        let base: Int64 = throttled ? 1000 : 50
        let own = Int64(random * Double(min(base << min(retry, 20), longestWait)))
        guard let hint, hint >= 0 else { return own }
        return min(max(hint, own), own + hintAllowance)
    }
}
