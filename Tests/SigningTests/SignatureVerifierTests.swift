import Positioning
import Signing
import Testing

struct SignatureVerifierTests {
    static let now = UTCTime(seconds: 1_800_000_000)
    static let credentials = SigningCredentials(accessKeyID: "AKID", secretAccessKey: "secret")

    /// A request that may be bent before it is verified.
    struct Request {
        var method = "POST"
        var path = "/tracking/v0/trackers/fleet/devices/caf%C3%A9/list-positions"
        var query = "a=1"
        var headers: [(name: String, value: String)] = [
            ("Host", "localhost:8080"), ("Content-Type", "application/json"),
        ]
        var body = Array("{}".utf8)

        init(credentials: SigningCredentials = credentials, region: String = "eu-west-1", service: String = "geo") {
            var signer = Signer(region: region, service: service)
            headers += signer.sign(
                method: method, path: path, query: query, headers: headers, body: body, credentials: credentials,
                at: now)
        }

        mutating func replace(_ name: String, _ value: String?) {
            headers.removeAll { $0.name == name }
            if let value { headers.append((name, value)) }
        }
    }

    /// Nil if the request is accepted.
    private func refusal(
        of request: Request, now: UTCTime = now, known: SigningCredentials = credentials
    ) -> VerificationFailure? {
        var verifier = SignatureVerifier(region: "eu-west-1", service: "geo")
        do throws(VerificationFailure) {
            _ = try verifier.verify(
                method: request.method, path: request.path, query: request.query, headers: request.headers,
                body: request.body, now: now
            ) { $0 == known.accessKeyID ? known : nil }
            return nil
        } catch {
            return error
        }
    }

    @Test func aRightSignatureIsAccepted() {
        var request = Request()
        #expect(refusal(of: request) == nil)
        request.headers.append(("User-Agent", "added on the way"))
        #expect(refusal(of: request) == nil)
    }

    @Test func anyChangedByteIsRefused() {
        var bent: [Request] = Array(repeating: Request(), count: 5)
        bent[0].method = "GET"
        bent[1].path += "x"
        bent[2].query = "a=2"
        bent[3].body.append(0x20)
        bent[4].replace("Content-Type", "text/plain")
        for request in bent {
            #expect(refusal(of: request)?.code == "InvalidSignatureException")
            guard case .signatureMismatch = refusal(of: request) else {
                Issue.record("accepted a bent request")
                continue
            }
        }
    }

    @Test func anotherSecretIsRefused() {
        let other = SigningCredentials(accessKeyID: "AKID", secretAccessKey: "Secret")
        guard case .signatureMismatch(let canonical, let stringToSign) = refusal(of: Request(), known: other) else {
            Issue.record("accepted a wrong secret")
            return
        }
        #expect(canonical.hasPrefix("POST\n/tracking/v0/trackers/fleet/devices/caf%25C3%25A9/list-positions\na=1\n"))
        #expect(stringToSign.hasPrefix("AWS4-HMAC-SHA256\n20270115T080000Z\n20270115/eu-west-1/geo/aws4_request\n"))
    }

    @Test func anUnknownKeyIsRefused() {
        let other = SigningCredentials(accessKeyID: "OTHER", secretAccessKey: "secret")
        #expect(refusal(of: Request(), known: other) == .unknownAccessKey("AKID"))
    }

    @Test func aClockFiveMinutesOffIsAcceptedAndMoreIsRefused() {
        let request = Request()
        for offset in [-300_000, 300_000] as [Int64] {
            #expect(refusal(of: request, now: Self.now.advanced(by: offset)) == nil)
            let beyond = Self.now.advanced(by: offset + offset.signum())
            #expect(refusal(of: request, now: beyond) == .skewed(signedAt: Self.now, now: beyond))
        }
    }

    @Test func anotherScopeIsRefused() {
        #expect(refusal(of: Request(region: "us-east-1"))?.code == "InvalidSignatureException")
        #expect(refusal(of: Request(service: "s3"))?.description.contains("service 'geo'") == true)
    }

    @Test func theSessionTokenMustBeThatOfTheKey() {
        let temporary = SigningCredentials(accessKeyID: "AKID", secretAccessKey: "secret", sessionToken: "token")
        #expect(refusal(of: Request(credentials: temporary), known: temporary) == nil)
        #expect(refusal(of: Request(credentials: temporary)) == .wrongSessionToken)
        #expect(refusal(of: Request(), known: temporary) == .wrongSessionToken)
    }

    @Test(arguments: [
        "Basic dXNlcg==", "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 Credential=AKID, SignedHeaders=host, Signature=0",
        "AWS4-HMAC-SHA256 Credential=AKID/20270115/eu-west-1/geo/aws4_request, Signature=00",
        "AWS4-HMAC-SHA256 Credential=AKID/20270115/eu-west-1/geo/aws4_request, SignedHeaders=host;x-amz-date",
        "AWS4-HMAC-SHA256 Credential=AKID/20270115/eu-west-1/geo/aws4_request, SignedHeaders=host, Signature=00",
        "AWS4-HMAC-SHA256 Credential=AKID/20270115/eu-west-1/geo/aws5_request, SignedHeaders=host, Signature=00",
    ])
    func anIncompleteHeaderIsNamedSo(_ authorization: String) {
        var request = Request()
        request.replace("authorization", authorization)
        #expect(refusal(of: request)?.code == "IncompleteSignatureException")
    }

    @Test func missingHeadersAreNamedSo() {
        var request = Request()
        request.replace("authorization", nil)
        #expect(refusal(of: request) == .missingAuthentication)
        request = Request()
        request.replace("x-amz-date", "20270115T080000")
        #expect(refusal(of: request)?.code == "IncompleteSignatureException")
    }
}
