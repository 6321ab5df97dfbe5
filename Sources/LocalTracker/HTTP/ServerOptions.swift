import CMicroHTTPD
import Glibc

/// How libmicrohttpd is started. Owns the memory that it looks at while it runs.
final class ServerOptions {
    private let socket: Int32
    private let chain: UnsafeMutablePointer<CChar>?
    private let key: UnsafeMutablePointer<CChar>?
    private let authority: UnsafeMutablePointer<CChar>?

    /// Seconds after which a silent connection is closed.
    private static let idleLimit = 75
    /// Connections at a time.
    private static let connectionLimit = 1000
    /// Bytes for the header of a request and for its buffers.
    private static let memoryLimit = 64 * 1024

    /// Serves the connections of a listening socket.
    init(socket: Int32, certificate: ServerCertificate?) {
        self.socket = socket
        chain = certificate.map { strdup($0.chain) } ?? nil
        key = certificate.map { strdup($0.key) } ?? nil
        authority = certificate?.authority.map { strdup($0) } ?? nil
    }

    deinit {
        free(chain)
        free(key)
        free(authority)
    }

    /// Starts a daemon that calls the `HTTPServer` at `server`; nil if libmicrohttpd refuses.
    func start(for server: UnsafeMutableRawPointer) -> OpaquePointer? {
        var flags =
            MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
            | MHD_USE_SUPPRESS_DATE_NO_CLOCK.rawValue
        var items = [
            item(.LISTEN_SOCKET, Int(socket)),
            item(.CONNECTION_TIMEOUT, Self.idleLimit),
            item(.CONNECTION_LIMIT, Self.connectionLimit),
            item(.CONNECTION_MEMORY_LIMIT, Self.memoryLimit),
            item(.NOTIFY_COMPLETED, cmicrohttpd_completed(Self.completed)),
            // A signature covers the path as it was sent, so nothing may be decoded on the way.
            item(.UNESCAPE_CALLBACK, cmicrohttpd_unescape { _, _, text in text.map { strlen($0) } ?? 0 }),
        ]
        if let chain, let key {
            flags |= MHD_USE_TLS.rawValue
            items.append(item(.HTTPS_MEM_CERT, chain))
            items.append(item(.HTTPS_MEM_KEY, key))
            if let authority { items.append(item(.HTTPS_MEM_TRUST, authority)) }
        }
        items.append(item(.END, 0))
        return cmicrohttpd_start(flags, Self.handler, server, &items)
    }

    private func item(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
        MHD_OptionItem(option: option, value: value, ptr_value: nil)
    }

    private func item(_ option: MHD_OPTION, _ text: UnsafeMutablePointer<CChar>) -> MHD_OptionItem {
        MHD_OptionItem(option: option, value: 0, ptr_value: text)
    }

    private static let handler: MHD_AccessHandlerCallback = { server, connection, path, method, _, piece, size, state in
        guard let server, let connection, let path, let method, let size, let state else { return .NO }
        defer { size.pointee = 0 }
        return Unmanaged<HTTPServer>.fromOpaque(server).takeUnretainedValue().handle(
            connection, method: String(cString: method), path: String(cString: path),
            piece: UnsafeRawBufferPointer(start: piece, count: size.pointee), state: &state.pointee)
    }

    private static let completed: MHD_RequestCompletedCallback = { _, _, state, _ in
        guard let exchange = state?.pointee else { return }
        Unmanaged<Exchange>.fromOpaque(exchange).release()
        state?.pointee = nil
    }
}
