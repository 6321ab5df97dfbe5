import AmazonLocation

/// How an attempt ended.
public struct AttemptResult: Equatable, Sendable {
    /// The `Errors` of a 200 answer, or why there was none.
    public var answer: Result<[UpdateError], CallFailure>
    /// Milliseconds that the service's `Date` was ahead of the instant of signing; nil if the answer had no usable one.
    public var skew: Int64?

    /// The end of an attempt.
    public init(_ answer: Result<[UpdateError], CallFailure>, skew: Int64? = nil) {
        self.answer = answer
        self.skew = skew
    }
}
