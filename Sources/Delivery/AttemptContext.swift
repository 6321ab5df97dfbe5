/// What the policy has to know about a batch besides the outcome of its last attempt.
public struct AttemptContext: Equatable, Sendable {
    /// Fixes in the batch, 1...10.
    public var fixes: Int
    /// The credentials were fetched anew for the attempt, because an earlier one was refused.
    public var refreshed: Bool
    /// The attempt was signed with a corrected clock, because an earlier one was refused.
    public var corrected: Bool
    /// Milliseconds between the service's `Date` and the instant of signing; nil if the answer had no usable `Date`.
    public var skew: Int64?
    /// Attempts of this batch before that ended without proof or trust.
    public var doubts: Int

    /// The context of a first attempt to send `fixes` fixes.
    public init(
        fixes: Int, refreshed: Bool = false, corrected: Bool = false, skew: Int64? = nil, doubts: Int = 0
    ) {
        self.fixes = fixes
        self.refreshed = refreshed
        self.corrected = corrected
        self.skew = skew
        self.doubts = doubts
    }
}
