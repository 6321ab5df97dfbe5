/// The parts of an absolute http or https URL that requests are signed by.
struct URLParts: Equatable, Sendable {
    /// `https` or `http`.
    let scheme: String
    /// Host and port as the `Host` header has them: without the scheme's own port.
    let host: String
    /// Host without port; an IPv6 address in brackets.
    let hostName: String
    /// As on the wire; `/` if the URL has none.
    let path: String
    /// Without `?`; empty for none.
    let query: String

    /// Nil for a URL with another scheme, without host, with user, fragment, blank or control character.
    init?(_ url: String) {
        let schemes = ["https": ":443", "http": ":80"]
        guard let scheme = schemes.keys.first(where: { url.hasPrefix($0 + "://") }),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !url.contains("#")
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
        guard !name.isEmpty, port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()) != nil else { return nil }
        hostName = name.lowercased()
        host = port.isEmpty || port == schemes[scheme] ?? "" ? String(name) : String(authority)
    }

    /// True for names and addresses that never leave this machine.
    var isLoopback: Bool {
        let parts = hostName.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
        return isIPv4 || hostName == "localhost" || hostName == "[::1]"
    }
}
