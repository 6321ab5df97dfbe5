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
        method: String, path: String, query: String, headers: [(name: String, value: String)], bodyHash: String
    ) {
        let headers = Self.canonicalHeaders(headers)
        signedHeaders = headers.map(\.name).joined(separator: ";")
        var lines = ""
        for header in headers {
            lines += header.name
            lines += ":"
            lines += header.value
            lines += "\n"
        }
        text = [
            method, Self.canonicalPath(path), Self.canonicalQuery(query), lines, signedHeaders, bodyHash,
        ].joined(separator: "\n")
    }

    /// SHA-256 of `text` in hexadecimal digits.
    public var hash: String { Hexadecimal.encoded(SHA256.hash(text)) }

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

    /// Without `.`, `..` and repeated slashes, and encoded once more, as every service but S3 wants it.
    private static func canonicalPath(_ path: String) -> String {
        PercentEncoding.encoded(isNormalized(path) ? path : normalized(path), keepingSlashes: true)
    }

    /// True if no segment is empty or begins with a dot, as in almost every path.
    private static func isNormalized(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/") else { return false }
        var isAfterSlash = false
        for byte in path.utf8 {
            if isAfterSlash, byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return false }
            isAfterSlash = byte == UInt8(ascii: "/")
        }
        return true
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
        guard !query.isEmpty else { return "" }
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
        var canonical: [(name: String, value: String)] = []
        for header in headers {
            let (name, value) = (header.name.lowercased(), collapsed(header.value))
            if let index = canonical.firstIndex(where: { $0.name == name }) {
                canonical[index].value += "," + value
            } else {
                canonical.append((name, value))
            }
        }
        return canonical.sorted { $0.name < $1.name }
    }

    /// `value` without outer blanks, inner runs of blanks made one space.
    private static func collapsed(_ value: String) -> String {
        if isCollapsed(value) { return value }
        return value.utf8.split(whereSeparator: isBlank).map { String(Substring($0)) }.joined(separator: " ")
    }

    private static func isCollapsed(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { bytes in
            var isAfterBlank = true
            for byte in bytes {
                if isBlank(byte), isAfterBlank || byte != UInt8(ascii: " ") { return false }
                isAfterBlank = isBlank(byte)
            }
            return !isAfterBlank || bytes.isEmpty
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
