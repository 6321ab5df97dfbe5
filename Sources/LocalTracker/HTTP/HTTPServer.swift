import CMicroHTTPD
import Positioning

/// An HTTP/1.1 server on libmicrohttpd that lives in somebody else's poll loop.
///
/// libmicrohttpd keeps its sockets in an epoll set of its own, and that set is itself a descriptor for poll(2): so
/// the process has one thread and one place where it waits, as every process of waypost. Its internal polling thread
/// would be a second thread that calls into the store.
///
/// A reply is given in the turn after its request, when `Responder.commit` has made its words true: all requests of
/// a turn share one commit.
final class HTTPServer {
    /// `http://HOST:PORT` or `https://HOST:PORT`.
    let address: String
    /// Readable when `serve` has something to do.
    private(set) var descriptor: Int32 = -1
    /// When to call `serve` at the latest; nil for no such time.
    private(set) var deadline: BootTime?

    private var daemon: OpaquePointer?
    private let responder: any Responder
    private let options: ServerOptions
    /// Replied to, not yet committed.
    private var waiting: [Exchange] = []
    /// Committed, to be sent in the next turn.
    private var ready: [Exchange] = []
    /// Committed, to be sent later.
    private var delayed: [(due: BootTime, exchange: Exchange)] = []

    /// Listens at `address` and hands requests to `responder`; over TLS if there is a certificate.
    init(
        listen address: String, certificate: ServerCertificate?, responder: any Responder
    ) throws(TrackerError) {
        let socket = try ListeningSocket(address)
        self.responder = responder
        self.address = (certificate == nil ? "http://" : "https://") + socket.address
        options = ServerOptions(socket: socket.descriptor, certificate: certificate)
        // The socket is libmicrohttpd's from here on, which closes it when it does not start, too.
        guard let daemon = options.start(for: Unmanaged.passUnretained(self).toOpaque()) else {
            throw .server(
                certificate == nil
                    ? "libmicrohttpd refused to start"
                    : "libmicrohttpd does not accept the certificate; is --tls-key its key?")
        }
        self.daemon = daemon
        descriptor = cmicrohttpd_epoll_fd(daemon)
    }

    deinit {
        // libmicrohttpd must not be stopped while a connection is suspended.
        for exchange in waiting + ready + delayed.map(\.exchange) {
            exchange.reply?.ending = .cut
            exchange.resume()
        }
        if let daemon {
            MHD_run(daemon)
            MHD_stop_daemon(daemon)
        }
    }

    /// Does all that can be done without waiting.
    func serve(now: BootTime) {
        for exchange in ready { exchange.resume() }
        ready.removeAll(keepingCapacity: true)
        for entry in delayed where entry.due <= now { entry.exchange.resume() }
        delayed.removeAll { $0.due <= now }
        if let daemon { MHD_run(daemon) }
        commit(now: now)
        deadline = nextDeadline(now: now)
    }

    private func commit(now: BootTime) {
        guard !waiting.isEmpty else { return }
        let failure = responder.commit()
        for exchange in waiting {
            if let failure { exchange.reply?.answer = failure }
            let delay = exchange.reply?.delay ?? 0
            if delay > 0 {
                delayed.append((now.advanced(by: delay), exchange))
            } else {
                ready.append(exchange)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    private func nextDeadline(now: BootTime) -> BootTime? {
        guard ready.isEmpty else { return now }
        var timeout: UInt64 = 0
        let idle = MHD_get_timeout(daemon, &timeout) == .YES ? now.advanced(by: Int64(timeout)) : nil
        return (delayed.map(\.due) + [idle].compactMap { $0 }).min()
    }

    /// libmicrohttpd's access handler: called once when the header of a request has arrived, for each piece of its
    /// body, and again until there is a reply.
    func handle(
        _ connection: OpaquePointer, method: String, path: String, piece: UnsafeRawBufferPointer,
        state: inout UnsafeMutableRawPointer?
    ) -> MHD_Result {
        guard let known = state else {
            let exchange = Exchange(connection, method: method, path: path, limit: ServiceLimits.body)
            state = Unmanaged.passRetained(exchange).toOpaque()
            return exchange.isTooLarge ? exchange.send(responder.refuseBody(of: exchange.request)) : .YES
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
        guard piece.isEmpty else { return exchange.append(piece) ? .YES : .NO }
        return reply(to: exchange)
    }

    private func reply(to exchange: Exchange) -> MHD_Result {
        if let reply = exchange.reply { return exchange.send(reply) }
        exchange.reply = responder.reply(to: exchange.request)
        exchange.suspend()
        waiting.append(exchange)
        return .YES
    }
}
