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

    /// An error with all its parts.
    public init(status: Int, code: String, message: String, retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}
