import Glibc

/// A TCP server on loopback that says what a test tells it to, for what the real gpsd does not do on demand: half lines,
/// bursts, resets, silence.
///
/// Nothing runs by itself: the kernel accepts connections into the backlog, and the test takes them from there.
public final class FakeGPSD {
    /// One connection that was taken from the backlog.
    public final class Client {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit {
            Glibc.close(descriptor)
        }

        /// Sends all of `text`.
        public func send(_ text: String) {
            send(text.utf8)
        }

        /// Sends all of `bytes`, unless the peer is gone.
        public func send(_ bytes: some Sequence<UInt8>) {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        /// What the peer has sent so far and not yet been read here, waiting up to `milliseconds` for the first byte.
        public func received(within milliseconds: Int32 = 5000) -> String {
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, milliseconds) == 1 else { return "" }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }

        /// Makes the connection end with a reset (RST) instead of an orderly close when this value goes.
        public func resetAtEnd() {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// The port on 127.0.0.1.
    public let port: UInt16
    private let descriptor: Int32

    /// Takes a free port and listens on it, at once or when it is told to; until then connections are refused.
    public init(listensAtOnce: Bool = true) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        precondition(bound, "the fake gpsd got no port: errno \(errno)")
        self.port = UInt16(bigEndian: address.sin_port)
        if listensAtOnce { listen() }
    }

    /// Accepts connections from now on.
    public func listen() {
        let code = Glibc.listen(descriptor, 16)
        precondition(code == 0, "the fake gpsd cannot listen: errno \(errno)")
    }

    deinit {
        close(descriptor)
    }

    /// The next connection; nil if none comes within `milliseconds`.
    public func accept(within milliseconds: Int32 = 5000) -> Client? {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, milliseconds) == 1 else { return nil }
        let client = Glibc.accept(descriptor, nil, nil)
        return client >= 0 ? Client(client) : nil
    }
}
