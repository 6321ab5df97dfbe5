import Glibc

/// The address of a Unix socket (unix(7)).
struct UnixAddress {
    private var raw = sockaddr_un()
    private var length = socklen_t(MemoryLayout<sa_family_t>.size)

    /// No name: bind(2) then picks a free abstract one, which goes with the socket. As a buffer: for recvfrom(2).
    init() {
        raw.sun_family = sa_family_t(AF_UNIX)
    }

    /// A path, or an abstract name if it begins with `@`, as in $NOTIFY_SOCKET.
    init(path: String) throws(RuntimeError) {
        self.init()
        var bytes = Array(path.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
        let capacity = MemoryLayout.size(ofValue: raw.sun_path)
        guard !bytes.isEmpty, bytes.count <= capacity else { throw .pathTooLong(path) }
        withUnsafeMutableBytes(of: &raw.sun_path) { $0.copyBytes(from: bytes) }
        length += socklen_t(bytes.count)
    }

    /// Calls `body` with the address as the socket calls want it.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: raw) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Receives one datagram into `buffer` and its sender into this address; what recvfrom(2) returns.
    mutating func receive(_ fd: Int32, into buffer: inout [UInt8]) -> Int {
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let capacity = buffer.count
        return withUnsafeMutablePointer(to: &raw) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                recvfrom(fd, &buffer, capacity, Int32(MSG_DONTWAIT), address, &length)
            }
        }
    }

    /// False for a sender that bound no name, who cannot be answered.
    var isNamed: Bool { length > socklen_t(MemoryLayout<sa_family_t>.size) }
}
