import Glibc

/// A connection that somebody made to a `LoopbackSocket`; closed when the value goes.
public final class LoopbackConnection: Sendable {
    private let descriptor: Int32

    /// Takes over the descriptor.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends `text` as it is, unless the peer is gone.
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

    /// What the peer has sent that was not yet read here, waiting up to `milliseconds` (-1: without end) for the first
    /// byte; empty if none came, nil once the peer has closed.
    public func received(within milliseconds: Int32 = 5000) -> [UInt8]? {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, milliseconds) != 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return Array(buffer[..<count]) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// Waits until the peer closes.
    public func waitForClose() {
        while received(within: -1) != nil {}
    }

    /// Makes the connection end with a reset (RST) instead of in order.
    public func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
