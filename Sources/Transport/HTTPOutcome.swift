/// How a request ended.
public struct HTTPOutcome: Equatable, Sendable {
    /// The whole answer, whatever its status, or why there is none.
    public var result: Result<HTTPResponse, TransportFailure>
    /// Bytes of this request, counted as HTTP/1.1 text: request line, headers and bodies. What went over the wire is
    /// `HTTPClient.traffic`: TLS adds to it, HTTP/2 takes away.
    public var bytes: Traffic
    /// True if no connection had to be made for it.
    public var reusedConnection: Bool

    /// An outcome with all its parts.
    public init(
        result: Result<HTTPResponse, TransportFailure>, bytes: Traffic = Traffic(), reusedConnection: Bool = false
    ) {
        self.result = result
        self.bytes = bytes
        self.reusedConnection = reusedConnection
    }
}
