/// One HTTP request, complete: nothing is added to it but `Host`, `Content-Length` and what the protocol version needs.
public struct HTTPRequest: Equatable, Sendable {
    /// Method in capitals.
    public var method: String
    /// Absolute URL, already percent-encoded.
    public var url: String
    /// Headers in sending order.
    public var headers: [HTTPHeader]
    /// Exact bytes of the body; empty for none.
    public var body: [UInt8]

    /// A request with all its parts.
    public init(method: String, url: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
