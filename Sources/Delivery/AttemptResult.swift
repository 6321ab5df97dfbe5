import AmazonLocation

/// How an attempt ended.
public struct AttemptResult: Equatable, Sendable {
    /// Who answered, or failed to.
    public enum Stage: Equatable, Sendable {
        /// The source of the credentials: the tracker was not asked.
        case credentials
        /// The tracker.
        case tracker
    }

    /// The `Errors` of a 200 answer, or why there was none.
    public var answer: Result<[UpdateError], CallFailure>
    /// How far the attempt came.
    public var stage: Stage
    /// Milliseconds that the service's `Date` was ahead of the instant of signing; nil if the answer had no usable one.
    public var skew: Int64?

    /// The end of an attempt.
    public init(_ answer: Result<[UpdateError], CallFailure>, stage: Stage = .tracker, skew: Int64? = nil) {
        self.answer = answer
        self.stage = stage
        self.skew = skew
    }
}
