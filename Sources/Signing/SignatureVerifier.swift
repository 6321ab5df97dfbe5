import Positioning

/// Checks the `Authorization` header of requests as an AWS service does, for the local tracker.
public struct SignatureVerifier: Sendable {
    /// The region that a scope must name; nil accepts every region.
    public let region: String?
    /// The signing name that a scope must name.
    public let service: String
    /// Milliseconds that a request's clock may differ from ours.
    public let tolerance: Int64
    private var keys = SigningKeyCache()

    /// A verifier for `service` in `region` that accepts clocks within `tolerance` milliseconds, as AWS does.
    public init(region: String?, service: String, tolerance: Int64 = 300_000) {
        self.region = region
        self.service = service
        self.tolerance = tolerance
    }

    /// The access key id of a request whose signature is right.
    ///
    /// `path` and `query` are those of the request line, not decoded. `secret` finds the credentials of an access key
    /// id, nil for a key that does not exist.
    public mutating func verify(
        method: String, path: String, query: String, headers: [(name: String, value: String)], body: [UInt8],
        now: UTCTime, secret: (_ accessKeyID: String) -> SigningCredentials?
    ) throws(VerificationFailure) -> String {
        func value(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
        guard let header = value("authorization") else { throw .missingAuthentication }
        let authorization = try AuthorizationHeader(header)
        guard let timestamp = value("x-amz-date"), let signedAt = UTCTime(signingTimestamp: timestamp) else {
            throw .incomplete("it has no valid x-amz-date header")
        }
        try checkScope(authorization, timestamp: timestamp)
        guard let credentials = secret(authorization.accessKeyID) else {
            throw .unknownAccessKey(authorization.accessKeyID)
        }
        guard credentials.sessionToken == value("x-amz-security-token") else { throw .wrongSessionToken }
        let signed = Set(authorization.signedHeaders)
        let request = CanonicalRequest(
            method: method, path: path, query: query,
            headers: headers.filter { signed.contains($0.name.lowercased()) },
            bodyHash: CanonicalRequest.bodyHash(body))
        let stringToSign = request.stringToSign(timestamp: timestamp, scope: authorization.scope)
        let signature = keys.key(secret: credentials.secretAccessKey, scope: authorization.scope)
            .signature(of: stringToSign)
        guard SHA256.areEqual(Array(signature.utf8), Array(authorization.signature.utf8)) else {
            throw .signatureMismatch(canonicalRequest: request.text, stringToSign: stringToSign)
        }
        guard abs(now.since(signedAt)) <= tolerance else { throw .skewed(signedAt: signedAt, now: now) }
        return authorization.accessKeyID
    }

    private func checkScope(_ authorization: AuthorizationHeader, timestamp: String) throws(VerificationFailure) {
        let scope = authorization.scope
        for required in ["host", "x-amz-date"] where !authorization.signedHeaders.contains(required) {
            throw .incomplete("'\(required)' must be a signed header")
        }
        if let region, scope.region != region { throw .wrongScope("region '\(region)', not '\(scope.region)'") }
        guard scope.service == service else { throw .wrongScope("service '\(service)', not '\(scope.service)'") }
        guard timestamp.hasPrefix(scope.day) else { throw .wrongScope("the day of x-amz-date, not '\(scope.day)'") }
    }
}
