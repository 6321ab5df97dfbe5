import CCurl
import Glibc
import Positioning

/// What libcurl's callbacks tell us about its sockets and its timer.
///
/// An object of its own, because libcurl still calls back while it is taken down, when its client is half gone.
final class SocketTable {
    /// What is awaited of which socket.
    private(set) var interests: [PolledSocket] = []
    /// When libcurl wants to run again, whatever the sockets do.
    private(set) var deadline: BootTime?
    /// The time that the outer loop gave last: libcurl's timer is relative.
    var now = BootTime(milliseconds: 0)
    private var open: Set<Int32> = []
    private var closed = Traffic()

    /// Bytes on all sockets so far, as the kernel counts them: TLS included, TCP and IP headers not.
    var traffic: Traffic {
        open.reduce(closed) { $0 + Self.bytes(of: $1) }
    }

    /// The timer has run out; libcurl sets it anew when it wants to.
    func clearDeadline() {
        deadline = nil
    }

    /// Milliseconds without an acknowledgement after which the kernel gives a connection up: as long as a request may
    /// stall.
    private static let patience: UInt32 = 20_000

    /// Ends a connection on which nothing has come in for `milliseconds`: libcurl would go on to use one that it shares
    /// between requests, whatever becomes of them, as long as the kernel has not noticed that the peer is gone.
    func end(_ descriptor: curl_socket_t, ifSilentFor milliseconds: Int64) {
        guard open.contains(descriptor), Int64(ccurl_tcp_silence(descriptor)) >= milliseconds else { return }
        // libcurl closes it when it finds its end.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// A new TCP socket that child processes do not inherit; -1 on failure.
    private func openSocket(_ address: curl_sockaddr) -> curl_socket_t {
        let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, address.protocol)
        guard descriptor >= 0 else { return descriptor }
        ccurl_tcp_give_up_after(descriptor, Self.patience)
        open.insert(descriptor)
        return descriptor
    }

    private func closeSocket(_ descriptor: curl_socket_t) {
        if open.remove(descriptor) != nil { closed = closed + Self.bytes(of: descriptor) }
        close(descriptor)
    }

    private func update(_ descriptor: curl_socket_t, _ action: Int32) {
        interests.removeAll { $0.descriptor == descriptor }
        guard action != CURL_POLL_REMOVE else { return }
        interests.append(
            PolledSocket(
                descriptor: descriptor, reading: action & CURL_POLL_IN != 0, writing: action & CURL_POLL_OUT != 0))
    }

    private func setTimer(_ milliseconds: Int) {
        deadline = milliseconds < 0 ? nil : now.advanced(by: Int64(milliseconds))
    }

    private static func bytes(of descriptor: Int32) -> Traffic {
        var (sent, received) = (UInt64(0), UInt64(0))
        guard ccurl_tcp_bytes(descriptor, &sent, &received) else { return Traffic() }
        return Traffic(sent: Int64(clamping: sent), received: Int64(clamping: received))
    }
}

/// The C side of the table: what libcurl calls, with the table as its user pointer.
extension SocketTable {
    /// Has `multi` tell the table about its sockets and its timer. The table must outlive it.
    func attach(to multi: UnsafeMutableRawPointer) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, this)
        ccurl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, this)
        ccurl_multi_set_socket_callback(multi) { _, descriptor, action, table, _ in
            SocketTable.from(table)?.update(descriptor, action)
            return 0
        }
        ccurl_multi_set_timer_callback(multi) { _, milliseconds, table in
            SocketTable.from(table)?.setTimer(milliseconds)
            return 0
        }
    }

    /// Has the connections that `easy` makes opened and closed by the table.
    func attach(toTransfer easy: UnsafeMutableRawPointer) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, this)
        ccurl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, this)
        ccurl_set_open_callback(easy) { table, _, address in
            guard let address else { return -1 }
            return SocketTable.from(table)?.openSocket(address.pointee) ?? -1
        }
        ccurl_set_close_callback(easy) { table, descriptor in
            SocketTable.from(table)?.closeSocket(descriptor)
            return 0
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> SocketTable? {
        pointer.map { Unmanaged<SocketTable>.fromOpaque($0).takeUnretainedValue() }
    }
}
