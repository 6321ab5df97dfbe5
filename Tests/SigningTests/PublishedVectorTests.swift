import Foundation
import Positioning
import Signing
import Testing

/// The signing test suite of awslabs/aws-c-auth, read in place.
struct PublishedVectorTests {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../shared/data/sigv4").standardizedFileURL

    static let cases: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).filter { FileManager.default.fileExists(atPath: path($0, "context.json")) }.sorted()
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
        var signed = vector.headersToSign + added.filter { $0.name != "authorization" }
        if !vector.signer.options.signsSessionToken { signed.removeAll { $0.name == "x-amz-security-token" } }
        let canonical = CanonicalRequest(
            method: vector.method, path: vector.path, query: vector.query, headers: signed,
            bodyHash: CanonicalRequest.bodyHash(vector.body), options: vector.signer.options)
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
    func queriesArePresignedAsPublished(_ name: String) throws {
        let vector = try PublishedVector(name)
        var signer = vector.signer
        let query = signer.presign(
            method: vector.method, path: vector.path, query: vector.query, headers: vector.headers, body: vector.body,
            credentials: vector.credentials, at: vector.time, lifetime: vector.lifetime)
        #expect(try query.hasSuffix("&X-Amz-Signature=" + vector.expected("query-signature.txt")))
        #expect(try vector.expected("query-signed-request.txt").contains("\(vector.path)?\(query) HTTP/1.1\n"))
        let unsigned =
            vector.signer.options.signsSessionToken
            ? ["X-Amz-Signature="] : ["X-Amz-Signature=", "X-Amz-Security-Token="]
        let signed = query.split(separator: "&").filter { part in !unsigned.contains { part.hasPrefix($0) } }
        let canonical = CanonicalRequest(
            method: vector.method, path: vector.path, query: signed.joined(separator: "&"), headers: vector.headers,
            bodyHash: CanonicalRequest.bodyHash(vector.body), options: vector.signer.options)
        #expect(try canonical.text == vector.expected("query-canonical-request.txt"))
        #expect(
            try canonical.stringToSign(timestamp: vector.time.signingTimestamp, scope: vector.scope)
                == vector.expected("query-string-to-sign.txt"))
    }

    @Test(.enabled(if: !cases.isEmpty, "../shared/data/sigv4 is not beside the package"), arguments: cases)
    func whatIsSignedVerifies(_ name: String) throws {
        let vector = try PublishedVector(name)
        guard vector.signer.options.signsSessionToken else { return }
        var signer = vector.signer
        let headers =
            vector.headersToSign
            + signer.sign(
                method: vector.method, path: vector.path, query: vector.query, headers: vector.headersToSign,
                body: vector.body, credentials: vector.credentials, at: vector.time)
        var verifier = SignatureVerifier(
            region: signer.region, service: signer.service, options: signer.options)
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
    let headers: [(name: String, value: String)]
    let headersToSign: [(name: String, value: String)]
    let body: [UInt8]
    let credentials: SigningCredentials
    let time: UTCTime
    let lifetime: Int
    let signer: Signer

    var scope: CredentialScope {
        CredentialScope(day: time.signingDay, region: signer.region, service: signer.service)
    }

    func expected(_ file: String) throws -> String {
        try String(contentsOfFile: PublishedVectorTests.path(name, file), encoding: .utf8)
    }

    init(_ name: String) throws {
        self.name = name
        let data = try Data(contentsOf: URL(fileURLWithPath: PublishedVectorTests.path(name, "context.json")))
        let context = try JSONDecoder().decode(Context.self, from: data)
        credentials = SigningCredentials(
            accessKeyID: context.credentials.access_key_id, secretAccessKey: context.credentials.secret_access_key,
            sessionToken: context.credentials.token)
        time = try #require(UTCTime(iso8601: context.timestamp))
        lifetime = context.expiration_in_seconds
        var options = SigningOptions()
        options.normalizesPath = context.normalize
        options.signsSessionToken = !(context.omit_session_token ?? false)
        signer = Signer(region: context.region, service: context.service, options: options)

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
        self.headers = headers
        headersToSign =
            headers
            + (context.sign_body ? [("x-amz-content-sha256", CanonicalRequest.bodyHash(body))] : [])
    }

    private struct Context: Decodable {
        struct Keys: Decodable {
            let access_key_id: String
            let secret_access_key: String
            let token: String?
        }
        let credentials: Keys
        let expiration_in_seconds: Int
        let normalize: Bool
        let region: String
        let service: String
        let sign_body: Bool
        let timestamp: String
        let omit_session_token: Bool?
    }
}
