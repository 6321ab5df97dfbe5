import Positioning

/// Signs requests to one service in one region with AWS Signature Version 4.
///
/// Own code, because libcurl's differs between versions and cannot presign.
public struct Signer: Sendable {
    /// Such as `eu-central-1`.
    public let region: String
    /// Signing name, such as `geo`.
    public let service: String
    /// How the service canonicalises.
    public let options: SigningOptions
    private var keys = SigningKeyCache()

    /// A signer for `service` in `region`.
    public init(region: String, service: String, options: SigningOptions = SigningOptions()) {
        self.region = region
        self.service = service
        self.options = options
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
        let token = credentials.sessionToken.map { (name: "x-amz-security-token", value: $0) }
        if let token, options.signsSessionToken { added.append(token) }
        let request = CanonicalRequest(
            method: method, path: path, query: query, headers: Self.signable(headers) + added,
            bodyHash: CanonicalRequest.bodyHash(body), options: options)
        if let token, !options.signsSessionToken { added.append(token) }
        let scope = CredentialScope(day: time.signingDay, region: region, service: service)
        let signature = keys.key(secret: credentials.secretAccessKey, scope: scope)
            .signature(of: request.stringToSign(timestamp: time.signingTimestamp, scope: scope))
        let authorization =
            "\(CanonicalRequest.algorithm) Credential=\(credentials.accessKeyID)/\(scope.text), "
            + "SignedHeaders=\(request.signedHeaders), Signature=\(signature)"
        return added + [(name: "authorization", value: authorization)]
    }

    /// The whole query of a URL that needs no header of ours and is good for `lifetime` seconds.
    public mutating func presign(
        method: String, path: String, query: String = "", headers: [(name: String, value: String)],
        body: [UInt8] = [], credentials: SigningCredentials, at time: UTCTime, lifetime: Int
    ) -> String {
        let headers = Self.signable(headers)
        let scope = CredentialScope(day: time.signingDay, region: region, service: service)
        let names = Set(headers.map { $0.name.lowercased() }).sorted().joined(separator: ";")
        var parameters = [
            ("X-Amz-Algorithm", CanonicalRequest.algorithm),
            ("X-Amz-Credential", "\(credentials.accessKeyID)/\(scope.text)"),
            ("X-Amz-Date", time.signingTimestamp),
            ("X-Amz-SignedHeaders", names),
            ("X-Amz-Expires", String(lifetime)),
        ]
        let token = credentials.sessionToken.map { ("X-Amz-Security-Token", $0) }
        if let token, options.signsSessionToken { parameters.append(token) }
        let signedQuery = Self.joined(query, parameters)
        let request = CanonicalRequest(
            method: method, path: path, query: signedQuery, headers: headers,
            bodyHash: CanonicalRequest.bodyHash(body), options: options)
        let signature = keys.key(secret: credentials.secretAccessKey, scope: scope)
            .signature(of: request.stringToSign(timestamp: time.signingTimestamp, scope: scope))
        let late = options.signsSessionToken ? [] : [token].compactMap { $0 }
        return Self.joined(signedQuery, late + [("X-Amz-Signature", signature)])
    }

    /// Headers that a proxy or the transport may add, change or drop on the way.
    public static let neverSigned: Set<String> = [
        "authorization", "connection", "expect", "te", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
    ]

    private static func signable(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        headers.filter { !neverSigned.contains($0.name.lowercased()) }
    }

    private static func joined(_ query: String, _ parameters: [(String, String)]) -> String {
        let added = parameters.map { "\($0.0)=\(PercentEncoding.encoded($0.1))" }
        return ((query.isEmpty ? [] : [query]) + added).joined(separator: "&")
    }
}
