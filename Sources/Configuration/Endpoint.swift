/// The URL of a service, as a person may set it.
enum Endpoint {
    /// `https://`, or `http://` to this machine: nobody else may listen to signed requests.
    static let kind = SettingKind<String>(
        accepted: "https://HOST[:PORT][/PATH], or http:// to localhost, 127.0.0.1 or [::1]"
    ) { text throws(SettingRejection) in
        guard let host = host(of: text) else { throw SettingRejection("not a URL of this form") }
        guard text.hasPrefix("https://") || isLoopback(host) else {
            throw SettingRejection("http:// to another machine is not encrypted")
        }
        var url = text
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    /// True for a host of AWS itself, whose region cannot be guessed.
    static func isAWS(_ url: String) -> Bool {
        let host = host(of: url) ?? ""
        return [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"].contains(where: host.hasSuffix)
    }

    /// The host in lower case, without port, brackets of an address included; nil if the URL is not valid.
    private static func host(of url: String) -> String? {
        guard let rest = ["https://", "http://"].first(where: url.hasPrefix).map({ url.dropFirst($0.count) }),
            !rest.contains(where: { $0.isWhitespace || "@?#\\\"<>".contains($0) }),
            rest.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 })
        else { return nil }
        let authority = rest.prefix { $0 != "/" }
        let isLiteral = authority.hasPrefix("[")
        guard
            let end = isLiteral
                ? authority.firstIndex(of: "]").map(authority.index(after:))
                : authority.firstIndex(of: ":") ?? authority.endIndex
        else { return nil }
        let port = authority[end...]
        let isPort = port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) ?? 0 > 0)
        let host = authority[..<end].lowercased()
        return isPort && !host.isEmpty ? host : nil
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}
