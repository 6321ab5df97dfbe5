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

    /// Value of the first header called `name`, compared without regard to case.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }

    /// Host and port of the URL as it has them, without user and password.
    public var host: String {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let authority = (parts.count == 3 ? parts[2] : url[...]).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
    }

    /// The URL is https.
    var isEncrypted: Bool { url.hasPrefix("https:") }

    /// A body is sent, be it empty.
    var hasBody: Bool { !body.isEmpty || method == "POST" }
}
