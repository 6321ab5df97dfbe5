/// The absolute http or https URL of a service, in the parts that requests are signed by: the one place that says what
/// such a URL may be.
public struct ServiceURL: Equatable, Sendable {
    /// `https` or `http`.
    public let scheme: String
    /// Host and port as the `Host` header has them: without the scheme's own port.
    public let host: String
    /// Host without port, in lower case; an IPv6 address in brackets.
    public let hostName: String
    /// As on the wire; `/` if the URL has none.
    public let path: String
    /// Without `?`; empty for none.
    public let query: String

    /// Nil for a URL with another scheme, without host, with user, fragment or an impossible port, or with a character
    /// that would have to be percent-encoded.
    public init?(_ url: String) {
        let schemes = ["https": ":443", "http": ":80"]
        guard let scheme = schemes.keys.first(where: { url.hasPrefix($0 + "://") }),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !url.contains(where: { "#\\\"<>".contains($0) })
        else { return nil }
        let rest = url.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        let target = rest.dropFirst(authority.count)
        let path = target.prefix { $0 != "?" }
        self.scheme = scheme
        self.path = path.isEmpty ? "/" : String(path)
        query = String(target.dropFirst(path.count).dropFirst())

        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let name = authority[..<(end ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        let port = authority[name.endIndex...]
        let isPort = port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()) ?? 0 > 0
        guard !name.isEmpty, isPort else { return nil }
        hostName = name.lowercased()
        host = port.isEmpty || port == schemes[scheme] ?? "" ? String(name) : String(authority)
    }

    /// True for names and addresses that never leave this machine.
    public var isLoopback: Bool {
        let parts = hostName.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
        return isIPv4 || hostName == "localhost" || hostName == "[::1]"
    }

    /// Nobody between here and the service can read what is sent: `https`, or `http` within this machine.
    public var isConfidential: Bool { scheme == "https" || isLoopback }

    /// A host of AWS itself, in whichever partition.
    public var isAWS: Bool { Partition.suffixes.contains { hostName.hasSuffix("." + $0) } }
}
