import Glibc

/// A TCP socket that listens at an address.
struct ListeningSocket {
    /// The socket; whoever takes it closes it.
    let descriptor: Int32
    /// `HOST:PORT` with the port that was chosen, as it belongs into a URL.
    let address: String

    /// Listens at `HOST:PORT`, where HOST is a name, an IPv4 address or an IPv6 address in brackets; port 0 picks a
    /// free one.
    init(_ address: String) throws(TrackerError) {
        let (host, port) = try Self.split(address)
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0, let found = list else {
            throw .listen(
                address: address, String(cString: gai_strerror(status)),
                remedy: "--listen wants an address of this machine, such as 127.0.0.1:8080")
        }
        defer { freeaddrinfo(found) }
        descriptor = try Self.bound(found.pointee, address)
        let shown = host.contains(":") ? "[\(host)]" : host
        self.address = "\(shown):\(Self.port(of: descriptor) ?? port)"
    }

    private static func split(_ address: String) throws(TrackerError) -> (String, UInt16) {
        guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]),
            colon > address.startIndex
        else { throw .option("--listen", "\"\(address)\" is not HOST:PORT, such as 127.0.0.1:8080") }
        var host = String(address[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return (host, port)
    }

    private static func bound(_ info: addrinfo, _ address: String) throws(TrackerError) -> Int32 {
        let kind = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let fd = socket(info.ai_family, kind, info.ai_protocol)
        guard fd >= 0 else { throw refused(address, errno) }
        var on: Int32 = 1
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(fd, info.ai_addr, info.ai_addrlen) == 0, listen(fd, 128) == 0 else {
            let number = errno
            close(fd)
            throw refused(address, number)
        }
        return fd
    }

    private static func refused(_ address: String, _ number: Int32) -> TrackerError {
        let remedy =
            switch number {
            case EADDRINUSE: "end what listens there, or name another port (port 0 picks a free one)"
            case EACCES: "ports below 1024 are for root: name a higher one"
            default: "--listen wants an address of this machine, such as 127.0.0.1:8080"
            }
        return .listen(address: address, String(cString: strerror(number)), remedy: remedy)
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress,
                getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
            else { return nil }
            // sin_port and sin6_port both follow the family.
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
