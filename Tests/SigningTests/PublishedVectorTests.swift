import Foundation
import Positioning
import Signing
import Testing

/// The signing test suite of awslabs/aws-c-auth, read in place: what a request of ours can be, so without presigned
/// queries, and without what S3 and AWS IoT over WebSocket have otherwise than the rest.
struct PublishedVectorTests {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../shared/data/sigv4").standardizedFileURL

    static let cases: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).filter { (try? Context($0).isOurs) == true }.sorted()
    }()

    static func path(_ name: String, _ file: String) -> String {
        directory.appendingPathComponent(name).appendingPathComponent(file).path
    }

    @Test(.enabled(if: !cases.isEmpty, "../shared/data/sigv4 is not beside the package"), arguments: cases)
    func headersAreSignedAsPublished(_ name: String) throws {
        let vector = try PublishedVector(name)
        var signer = vector.signer
        let added = signer.sign(
            method: vector.method, path: vector.path, query: vector.query, headers: vector.headersToSign,
            body: vector.body, credentials: vector.credentials, at: vector.time)
        let signed = vector.headersToSign + added.filter { $0.name != "authorization" }
        let canonical = CanonicalRequest(
            method: vector.method, path: vector.path, query: vector.query, headers: signed,
            bodyHash: CanonicalRequest.bodyHash(vector.body))
        #expect(try canonical.text == vector.expected("header-canonical-request.txt"))
        #expect(
            try canonical.stringToSign(timestamp: vector.time.signingTimestamp, scope: vector.scope)
                == vector.expected("header-string-to-sign.txt"))
        let authorization = try #require(added.last?.value)
        #expect(try authorization.hasSuffix("Signature=" + vector.expected("header-signature.txt")))
        #expect(try vector.expected("header-signed-request.txt").contains("\nAuthorization:\(authorization)\n"))
        #expect(added.contains { $0.name == "x-amz-security-token" } == (vector.credentials.sessionToken != nil))
    }

    @Test(.enabled(if: !cases.isEmpty, "../shared/data/sigv4 is not beside the package"), arguments: cases)
    func whatIsSignedVerifies(_ name: String) throws {
        let vector = try PublishedVector(name)
        var signer = vector.signer
        let headers =
            vector.headersToSign
            + signer.sign(
                method: vector.method, path: vector.path, query: vector.query, headers: vector.headersToSign,
                body: vector.body, credentials: vector.credentials, at: vector.time)
        var verifier = SignatureVerifier(region: signer.region, service: signer.service)
        let key = try verifier.verify(
            method: vector.method, path: vector.path, query: vector.query, headers: headers, body: vector.body,
            now: vector.time
        ) { $0 == vector.credentials.accessKeyID ? vector.credentials : nil }
        #expect(key == vector.credentials.accessKeyID)
    }
}

/// One directory of the suite.
private struct PublishedVector {
    let name: String
    let method: String
    let path: String
    let query: String
    let headersToSign: [(name: String, value: String)]
    let body: [UInt8]
    let credentials: SigningCredentials
    let time: UTCTime
    let signer: Signer

    var scope: CredentialScope {
        CredentialScope(day: time.signingDay, region: signer.region, service: signer.service)
    }

    func expected(_ file: String) throws -> String {
        try String(contentsOfFile: PublishedVectorTests.path(name, file), encoding: .utf8)
    }

    init(_ name: String) throws {
        self.name = name
        let context = try Context(name)
        credentials = SigningCredentials(
            accessKeyID: context.credentials.access_key_id, secretAccessKey: context.credentials.secret_access_key,
            sessionToken: context.credentials.token)
        time = try #require(UTCTime(iso8601: context.timestamp))
        signer = Signer(region: context.region, service: context.service)

        let text = try String(contentsOfFile: PublishedVectorTests.path(name, "request.txt"), encoding: .utf8)
        let parts = text.components(separatedBy: "\n\n")
        body = Array((parts.count > 1 ? parts[1] : "").utf8)
        var lines = parts[0].components(separatedBy: "\n").filter { !$0.isEmpty }
        let requestLine = lines.removeFirst()
        let target = requestLine.split(separator: " ", maxSplits: 1)[1].dropLast(" HTTP/1.1".count)
        method = String(requestLine.prefix { $0 != " " })
        path = String(target.prefix { $0 != "?" })
        query = String(target.dropFirst(path.count).dropFirst())
        var headers: [(name: String, value: String)] = []
        for line in lines {
            if line.hasPrefix(" "), let last = headers.indices.last {
                headers[last].value += "\n" + line
            } else {
                let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                headers.append((String(pair[0]), String(pair[1])))
            }
        }
        headersToSign =
            headers
            + (context.sign_body ? [("x-amz-content-sha256", CanonicalRequest.bodyHash(body))] : [])
    }
}

/// How its request is signed.
private struct Context: Decodable {
    struct Keys: Decodable {
        let access_key_id: String
        let secret_access_key: String
        let token: String?
    }
    let credentials: Keys
    let normalize: Bool
    let region: String
    let service: String
    let sign_body: Bool
    let timestamp: String
    let omit_session_token: Bool?

    var isOurs: Bool { normalize && omit_session_token != true }

    init(_ name: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: PublishedVectorTests.path(name, "context.json")))
        self = try JSONDecoder().decode(Context.self, from: data)
    }
}
