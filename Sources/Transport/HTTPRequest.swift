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
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Host and port of the URL as it has them, without user and password.
    public var host: String {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let authority = (parts.count == 3 ? parts[2] : url[...]).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
    }

    /// Bytes of the request written as HTTP/1.1.
    var textSize: Int {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let target = 1 + (parts.count == 4 ? parts[3].utf8.count : 0)
        let requestLine = method.utf8.count + " ".utf8.count + target + " HTTP/1.1\r\n".utf8.count
        let hasLength = !body.isEmpty || method == "POST"
        let lengthLine = hasLength ? "Content-Length: \(body.count)\r\n".utf8.count : 0
        let hostLine = header("host") == nil ? "Host: \(host)\r\n".utf8.count : 0
        let headerLines = headers.reduce(0) { sum, header in
            let blank = header.value.isEmpty ? 0 : 1
            return sum + header.name.utf8.count + ":\r\n".utf8.count + blank + header.value.utf8.count
        }
        return requestLine + hostLine + headerLines + lengthLine + 2 + body.count
    }
}
