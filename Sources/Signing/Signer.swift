import Positioning

/// Signs requests to one service in one region with AWS Signature Version 4.
///
/// Own code, because libcurl's differs between versions.
public struct Signer: Sendable {
    /// Such as `eu-central-1`.
    public let region: String
    /// Signing name, such as `geo`.
    public let service: String
    private var keys = SigningKeyCache()

    /// A signer for `service` in `region`.
    public init(region: String, service: String) {
        self.region = region
        self.service = service
    }

    /// The headers to add to a request, in sending order; `authorization` is the last.
    ///
    /// All of `headers` are signed but those that proxies and transports may change (`neverSigned`). `path` and
    /// `query` are those of the wire, `body` its exact bytes. A header `x-amz-content-sha256` is signed like any
    /// other, but the hash that counts is always that of `body`.
    public mutating func sign(
        method: String, path: String, query: String = "", headers: [(name: String, value: String)], body: [UInt8],
        credentials: SigningCredentials, at time: UTCTime
    ) -> [(name: String, value: String)] {
        var added = [(name: "x-amz-date", value: time.signingTimestamp)]
        if let token = credentials.sessionToken { added.append((name: "x-amz-security-token", value: token)) }
        let request = CanonicalRequest(
            method: method, path: path, query: query, headers: Self.signable(headers) + added,
            bodyHash: CanonicalRequest.bodyHash(body))
        let scope = CredentialScope(day: time.signingDay, region: region, service: service)
        let signature = keys.key(secret: credentials.secretAccessKey, scope: scope)
            .signature(of: request.stringToSign(timestamp: time.signingTimestamp, scope: scope))
        let authorization =
            "\(CanonicalRequest.algorithm) Credential=\(credentials.accessKeyID)/\(scope.text), "
            + "SignedHeaders=\(request.signedHeaders), Signature=\(signature)"
        return added + [(name: "authorization", value: authorization)]
    }

    /// Headers that a proxy or the transport may add, change or drop on the way.
    public static let neverSigned: Set<String> = [
        "authorization", "connection", "expect", "te", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
    ]

    private static func signable(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        headers.filter { !neverSigned.contains($0.name.lowercased()) }
    }
}
