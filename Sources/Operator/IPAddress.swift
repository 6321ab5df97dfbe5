import Glibc

/// An IP address, of version 4 or 6.
struct IPAddress: Hashable {
    /// 4 or 16 of them, in the order of the network.
    let bytes: [UInt8]

    /// An address in digits.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// In digits.
    var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return Self.string(text)
    }

    /// The addresses of `host`, a name or digits; none if it has none. Waits for the name service.
    static func list(of host: String) -> [IPAddress] {
        if let address = IPAddress(host) { return [address] }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var addresses: [IPAddress] = []
        var next = first
        while let result = next {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let (address, length) = (result.pointee.ai_addr, result.pointee.ai_addrlen)
            if getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 {
                if let found = IPAddress(string(name)) { addresses.append(found) }
            }
            next = result.pointee.ai_next
        }
        return addresses
    }

    /// What stands before the zero byte.
    private static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
