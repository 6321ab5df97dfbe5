import CResolver
import Glibc

/// Finds the addresses of a host without blocking.
///
/// Numeric addresses and `localhost` (RFC 6761: always loopback) need no name service. Any other name goes to
/// getaddrinfo_a(3), which asks in a thread of the C library and is looked after from the poll loop.
final class AddressLookup {
    /// How far the lookup is.
    enum Progress {
        case pending
        case found([SocketAddress])
        case failed(reason: String)
    }

    private let addresses: [SocketAddress]
    private let lookup: OpaquePointer?

    /// Begins to look for TCP addresses of `host`.
    init(host: String, port: UInt16) {
        if host == "localhost" {
            addresses = Self.numeric("127.0.0.1", port) + Self.numeric("::1", port)
        } else {
            addresses = Self.numeric(host, port)
        }
        lookup = addresses.isEmpty ? waypost_lookup_begin(host, String(port)) : nil
    }

    deinit {
        if let lookup { waypost_lookup_end(lookup) }
    }

    /// Looks, without waiting.
    func progress() -> Progress {
        guard let lookup else {
            return addresses.isEmpty ? .failed(reason: "the resolver cannot be started") : .found(addresses)
        }
        switch waypost_lookup_code(lookup) {
        case Self.inProgress: return .pending
        case 0: return .found(SocketAddress.list(waypost_lookup_result(lookup)))
        case let code: return .failed(reason: String(cString: gai_strerror(code)))
        }
    }

    private static func numeric(_ host: String, _ port: UInt16) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        var result: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &result) == 0 else { return [] }
        defer { freeaddrinfo(result) }
        return SocketAddress.list(UnsafePointer(result))
    }

    /// `EAI_INPROGRESS` of <netdb.h>, hidden like getaddrinfo_a.
    private static let inProgress: Int32 = -100
}
