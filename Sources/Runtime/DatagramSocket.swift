import Glibc

/// A non-blocking Unix datagram socket, closed with the value.
final class DatagramSocket {
    let fd: Int32

    init() throws(RuntimeError) {
        fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard fd >= 0 else { throw .system("cannot create a socket", errno) }
    }

    deinit {
        close(fd)
    }

    /// Zero, or errno.
    func bind(_ address: UnixAddress) -> Int32 {
        address.withPointer { Glibc.bind(fd, $0, $1) } == 0 ? 0 : errno
    }

    /// Zero, or errno. Afterwards only the peer can send to this socket.
    func connect(_ address: UnixAddress) -> Int32 {
        address.withPointer { Glibc.connect(fd, $0, $1) } == 0 ? 0 : errno
    }

    /// Sends without waiting, to the peer or to `address`; zero, or errno.
    @discardableResult
    func send(_ text: String, to address: UnixAddress? = nil) -> Int32 {
        var text = text
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let sent = text.withUTF8 { bytes in
            if let address {
                address.withPointer { sendto(fd, bytes.baseAddress, bytes.count, flags, $0, $1) }
            } else {
                Glibc.send(fd, bytes.baseAddress, bytes.count, flags)
            }
        }
        return sent >= 0 ? 0 : errno
    }
}
