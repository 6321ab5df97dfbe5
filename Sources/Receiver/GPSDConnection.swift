import Glibc
import Positioning

/// One non-blocking TCP connection to gpsd, from the name of the host to its end.
///
/// It owns its socket: close-on-exec, with keep-alive on, so that a peer that is gone is noticed even where nothing is
/// sent. The addresses of the host are tried one after the other.
final class GPSDConnection {
    /// Milliseconds for one address to accept the connection.
    static let connectLimit: Int64 = 5000
    /// Milliseconds for the name service to answer.
    static let lookupLimit: Int64 = 30_000
    /// Milliseconds between two looks at a lookup.
    static let lookupInterval: Int64 = 50

    private enum State {
        case resolving(AddressLookup, until: BootTime)
        case connecting(rest: [SocketAddress], until: BootTime)
        case open
        case closed
    }

    /// `host:port`, for messages.
    let name: String
    private var state: State
    /// When `advance` is to be called though the socket is not ready.
    private(set) var deadline: BootTime?
    /// The socket, while there is one.
    private(set) var descriptor: Int32?
    private var unsent: [UInt8] = []

    /// Begins to connect to gpsd at `host` and `port`; `advance` goes on with it.
    init(host: String, port: UInt16, now: BootTime) {
        name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        state = .resolving(AddressLookup(host: host, port: port), until: now.advanced(by: Self.lookupLimit))
        deadline = now
    }

    deinit {
        close()
    }

    /// True while poll(2) is to wait for room to write.
    var wantsWrite: Bool {
        switch state {
        case .connecting: true
        case .open: !unsent.isEmpty
        case .resolving, .closed: false
        }
    }

    /// True once bytes can be received.
    var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Goes on with lookup and connection as far as that is possible now.
    func advance(writable: Bool, now: BootTime) throws(ReceiverError) {
        switch state {
        case .resolving(let lookup, let until):
            try resolve(lookup, until: until, now: now)
        case .connecting(let rest, let until):
            if writable {
                try finishConnect(rest, now: now)
            } else if now >= until {
                try connect(rest, after: .connectTimedOut(gpsd: name), now: now)
            }
        case .open:
            if writable { try flush() }
        case .closed:
            break
        }
    }

    /// Sends `text`, now or when there is room.
    func send(_ text: String) throws(ReceiverError) {
        unsent += Array(text.utf8)
        try flush()
    }

    /// Receives once into `buffer`; false if there was nothing to receive.
    func receive(into buffer: LineBuffer) throws(ReceiverError) -> Bool {
        guard let descriptor, isOpen else { return false }
        let count = buffer.receive { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 { return true }
        if count == 0 { throw .closed(gpsd: name) }
        if errno == EAGAIN || errno == EINTR { return false }
        throw .broken(gpsd: name, errno: errno)
    }

    /// Ends the connection, whatever its state.
    func close() {
        if let descriptor { _ = Glibc.close(descriptor) }
        descriptor = nil
        deadline = nil
        unsent = []
        state = .closed
    }

    private func resolve(_ lookup: AddressLookup, until: BootTime, now: BootTime) throws(ReceiverError) {
        switch lookup.progress() {
        case .found(let addresses):
            try connect(addresses, after: .unknownHost(gpsd: name, reason: "no address"), now: now)
        case .failed(let reason):
            throw .unknownHost(gpsd: name, reason: reason)
        case .pending:
            if now >= until { throw .lookupTimedOut(gpsd: name) }
            deadline = now.advanced(by: Self.lookupInterval)
        }
    }

    /// Tries the first of `addresses` that lets itself be tried; throws `failure` if there is none.
    private func connect(
        _ addresses: [SocketAddress], after failure: ReceiverError, now: BootTime
    ) throws(ReceiverError) {
        var failure = failure
        for (index, address) in addresses.enumerated() {
            if let descriptor { _ = Glibc.close(descriptor) }
            descriptor = openSocket(address.family)
            guard let descriptor else {
                failure = .cannotConnect(gpsd: name, errno: errno)
                continue
            }
            let result = address.connect(descriptor)
            if result == 0 || errno == EINPROGRESS {
                let until = now.advanced(by: Self.connectLimit)
                state = .connecting(rest: Array(addresses[(index + 1)...]), until: until)
                deadline = until
                return
            }
            failure = .cannotConnect(gpsd: name, errno: errno)
        }
        throw failure
    }

    private func finishConnect(_ rest: [SocketAddress], now: BootTime) throws(ReceiverError) {
        var failure: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard let descriptor, getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0, failure == 0 else {
            return try connect(rest, after: .cannotConnect(gpsd: name, errno: failure), now: now)
        }
        state = .open
        deadline = nil
        try flush()
    }

    private func flush() throws(ReceiverError) {
        guard let descriptor, isOpen, !unsent.isEmpty else { return }
        let count = Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        if count >= 0 {
            unsent.removeFirst(count)
            acknowledgeAtOnce(descriptor)
        } else if errno != EAGAIN && errno != EINTR {
            throw .broken(gpsd: name, errno: errno)
        }
    }
}

/// After a request the kernel waits up to 40 ms before it acknowledges what comes back, for the sake of what might be sent
/// along; until then gpsd's kernel keeps its next words (tcp(7), TCP_QUICKACK; RFC 896). Nothing will be sent.
private func acknowledgeAtOnce(_ descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, socklen_t(MemoryLayout<Int32>.size))
}

/// A non-blocking TCP socket that notices within 90 s that its peer is gone.
private func openSocket(_ family: Int32) -> Int32? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { return nil }
    let options = [
        (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15),
        (Int32(IPPROTO_TCP), TCP_KEEPCNT, 4),
    ]
    for (level, option, value) in options {
        var value = Int32(value)
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
    return descriptor
}
