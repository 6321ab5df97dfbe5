import Glibc

/// A TCP socket with a port of loopback that nobody is given as long as the value lives.
public final class LoopbackSocket: Sendable {
    /// The port.
    public let port: UInt16
    private let descriptor: Int32

    /// Takes connections if it `listens`. Else they are refused, until it is told to `listen`, or a program that is
    /// started for the test listens there: that can, for it sets SO_REUSEADDR as servers do.
    public init(listens: Bool = true) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        precondition(isBound, "no port of loopback: errno \(errno)")
        port = UInt16(bigEndian: address.sin_port)
        if listens { listen() }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Takes connections from now on.
    public func listen() {
        let code = Glibc.listen(descriptor, 16)
        precondition(code == 0, "cannot listen at port \(port): errno \(errno)")
    }

    /// The next connection; nil if none comes within `milliseconds` (-1: without end), or it was shut down.
    public func accept(within milliseconds: Int32 = 20_000) -> LoopbackConnection? {
        acceptDescriptor(within: milliseconds).map { LoopbackConnection($0) }
    }

    /// The descriptor of the next connection, likewise; it is the caller's.
    func acceptDescriptor(within milliseconds: Int32) -> Int32? {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count = poll(&poller, 1, milliseconds)
        while count < 0 && errno == EINTR { count = poll(&poller, 1, milliseconds) }
        guard count == 1 else { return nil }
        let client = Glibc.accept(descriptor, nil, nil)
        return client >= 0 ? client : nil
    }

    /// Refuses connections from now on; whoever waits for one waits no longer.
    public func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// True if somebody takes connections at `port`.
    static func isServed(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { Glibc.close(descriptor) }
        var address = address(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}
