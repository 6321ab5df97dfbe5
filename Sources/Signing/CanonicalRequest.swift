/// The canonical form of a request that Signature Version 4 hashes (AWS IAM user guide, "Create a signed AWS API
/// request", step 1). Client and verifier build it from the same bytes of the wire.
public struct CanonicalRequest: Equatable, Sendable {
    /// The six parts, joined by line feeds.
    public let text: String
    /// Names of the signed headers: lower case, sorted, joined by `;`.
    public let signedHeaders: String

    /// The canonical form of a request.
    ///
    /// - Parameters:
    ///   - path: as on the wire, already percent-encoded, without query.
    ///   - query: as on the wire, without `?`; empty for none.
    ///   - headers: the ones to sign, `host` among them; repeated names are joined in their order.
    ///   - bodyHash: SHA-256 of the body in hexadecimal digits, or what `x-amz-content-sha256` says.
    public init(
        method: String, path: String, query: String, headers: [(name: String, value: String)], bodyHash: String,
        options: SigningOptions = SigningOptions()
    ) {
        let headers = Self.canonicalHeaders(headers)
        signedHeaders = headers.map(\.name).joined(separator: ";")
        let lines = headers.map { "\($0.name):\($0.value)\n" }.joined()
        text = [
            method, Self.canonicalPath(path, options), Self.canonicalQuery(query), lines, signedHeaders, bodyHash,
        ].joined(separator: "\n")
    }

    /// SHA-256 of `text` in hexadecimal digits.
    public var hash: String { Hexadecimal.encoded(SHA256.hash(Array(text.utf8))) }

    /// The string that is signed (step 2 of the same page).
    public func stringToSign(timestamp: String, scope: CredentialScope) -> String {
        [CanonicalRequest.algorithm, timestamp, scope.text, hash].joined(separator: "\n")
    }

    /// The name of the algorithm.
    static let algorithm = "AWS4-HMAC-SHA256"

    /// SHA-256 of `body` in hexadecimal digits.
    public static func bodyHash(_ body: [UInt8]) -> String {
        Hexadecimal.encoded(SHA256.hash(body))
    }

    private static func canonicalPath(_ path: String, _ options: SigningOptions) -> String {
        let path = options.normalizesPath ? normalized(path) : path.isEmpty ? "/" : path
        if options.encodesPathTwice { return PercentEncoding.encoded(path, keepingSlashes: true) }
        return PercentEncoding.encoded(PercentEncoding.decoded(path), keepingSlashes: true)
    }

    private static func normalized(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: true)
        for segment in segments {
            switch segment {
            case ".": continue
            case "..": _ = kept.popLast()
            default: kept.append(segment)
            }
        }
        let isDirectory = path.hasSuffix("/") || segments.last == "." || segments.last == ".."
        return "/" + kept.joined(separator: "/") + (isDirectory && !kept.isEmpty ? "/" : "")
    }

    private static func canonicalQuery(_ query: String) -> String {
        let pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: PercentEncoding.encoded(PercentEncoding.decoded(parts[0])),
                value: parts.count == 2 ? PercentEncoding.encoded(PercentEncoding.decoded(parts[1])) : ""
            )
        }
        return pairs.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private static func canonicalHeaders(
        _ headers: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        var values: [String: [String]] = [:]
        for header in headers {
            values[header.name.lowercased(), default: []].append(collapsed(header.value))
        }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
    }

    /// `value` without outer blanks, inner runs of blanks made one space.
    private static func collapsed(_ value: String) -> String {
        value.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.joined(separator: " ")
    }
}
