import Glibc

/// An IP address and port, as connect(2) takes it.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private let length: socklen_t

    /// The address that one result of getaddrinfo(3) holds.
    init?(_ result: addrinfo) {
        guard let address = result.ai_addr, Int(result.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        memcpy(&storage, address, Int(result.ai_addrlen))
        length = result.ai_addrlen
    }

    /// AF_INET or AF_INET6.
    var family: Int32 { Int32(storage.ss_family) }

    /// Starts or makes the connection of `descriptor`; the result of connect(2).
    func connect(_ descriptor: Int32) -> Int32 {
        withUnsafeBytes(of: storage) { bytes in
            guard let address = bytes.baseAddress else { return -1 }
            return Glibc.connect(descriptor, address.assumingMemoryBound(to: sockaddr.self), length)
        }
    }

    /// All addresses of a list that getaddrinfo(3) made.
    static func list(_ first: UnsafePointer<addrinfo>?) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        var next = first
        while let result = next {
            if let address = SocketAddress(result.pointee) { addresses.append(address) }
            next = UnsafePointer(result.pointee.ai_next)
        }
        return addresses
    }
}
