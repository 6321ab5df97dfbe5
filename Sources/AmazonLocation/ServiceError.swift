/// A request-level error answer of an AWS service.
public struct ServiceError: Error, Equatable, Sendable {
    /// HTTP status.
    public var status: Int
    /// Error name without namespace and URI, such as `ValidationException`; empty if the answer named none.
    public var code: String
    /// The service's own words; empty if it gave none.
    public var message: String
    /// Milliseconds that the answer asks to wait (`x-amz-retry-after`, else `Retry-After`); nil if it does not say.
    public var retryAfter: Int64?
    /// That wait stands as it is (`Retry-After`). One of `x-amz-retry-after` is only a hint to a client's own back-off.
    public var isRetryAfterFirm: Bool

    /// An error with all its parts.
    public init(
        status: Int, code: String, message: String, retryAfter: Int64? = nil, isRetryAfterFirm: Bool = false
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.isRetryAfterFirm = isRetryAfterFirm
    }
}
