import CCurl
import Positioning

/// Carries out HTTP requests over libcurl's multi interface, inside somebody else's poll(2) loop.
///
/// Connections are kept alive and shared; over TLS, HTTP/2 is used where the server offers it, with many requests on
/// one connection. Redirects are not followed, proxies of the environment and cookies do not exist, and TLS is always
/// verified. Belongs to one thread. The first client must exist before other threads start (curl_global_init(3)), and
/// signals should be blocked before a request: libcurl may look names up in a thread of its own.
///
/// The loop polls `sockets` until `deadline`, then calls `serve`; completions run inside `serve` and nowhere else.
public final class HTTPClient {
    private let multi: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer
    private let table = SocketTable()
    private var transfers: [RequestHandle: Transfer] = [:]
    private var refused: [(handle: RequestHandle, failure: TransportFailure)] = []
    private var completions: [RequestHandle: (HTTPOutcome) -> Void] = [:]
    private var nextNumber: UInt64 = 1

    private static let globalResult = curl_global_init(Int(CURL_GLOBAL_SSL))

    /// A client without connections. At most `maximumConnections` stay open when idle: no fewer than run side by side,
    /// or each is made anew for its next request.
    public init(maximumConnections: Int = 16) throws(TransportFailure) {
        guard Self.globalResult == CURLE_OK, let multi = curl_multi_init(), let share = curl_share_init() else {
            throw TransportFailure(.other, "libcurl could not be started; is there memory left?")
        }
        self.multi = multi
        self.share = share
        ccurl_share_sessions(share)
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maximumConnections)
        table.attach(to: multi)
    }

    deinit {
        for transfer in transfers.values { transfer.detach(from: multi) }
        transfers = [:]
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    /// Starts `request`. `completion` is called once, inside a later `serve`, unless the request is cancelled before.
    @discardableResult
    public func start(
        _ request: HTTPRequest, options: RequestOptions = RequestOptions(), now: BootTime,
        completion: @escaping (HTTPOutcome) -> Void
    ) -> RequestHandle {
        let handle = RequestHandle(number: nextNumber)
        nextNumber += 1
        table.now = now
        completions[handle] = completion
        do throws(TransportFailure) {
            let transfer = try Transfer(request, options: options, handle: handle, share: share, table: table)
            try transfer.attach(to: multi)
            transfers[handle] = transfer
        } catch {
            refused.append((handle, error))
        }
        return handle
    }

    /// Ends a request without calling its completion; nothing for a request that has ended. The server may have acted.
    public func cancel(_ handle: RequestHandle) {
        completions[handle] = nil
        refused.removeAll { $0.handle == handle }
        transfers.removeValue(forKey: handle)?.detach(from: multi)
    }

    /// Requests that have neither ended nor been cancelled.
    public var pending: Int { completions.count }

    /// What to poll for.
    public var sockets: [PolledSocket] { table.interests }

    /// When `serve` must be called even if no socket is ready; nil for never.
    public var deadline: BootTime? { refused.isEmpty ? table.deadline : table.now }

    /// Bytes on the wire since the client was made, as the kernel counts them: TLS and what was sent twice included,
    /// TCP and IP headers not.
    public var traffic: Traffic { table.traffic }

    /// Does what can be done without waiting, and calls the completions of requests that have ended.
    public func serve(ready: [PolledSocket], now: BootTime) {
        table.now = now
        var running: Int32 = 0
        for socket in ready {
            let events = (socket.reading ? CURL_CSELECT_IN : 0) | (socket.writing ? CURL_CSELECT_OUT : 0)
            curl_multi_socket_action(multi, socket.descriptor, events, &running)
        }
        if let deadline = table.deadline, deadline <= now {
            table.clearDeadline()
            curl_multi_socket_action(multi, curl_socket_t(CURL_SOCKET_TIMEOUT), 0, &running)
        }
        for (handle, outcome) in ended() {
            completions.removeValue(forKey: handle)?(outcome)
        }
    }

    /// Takes the requests that have ended out of libcurl. All of them first: a completion may start or cancel others.
    private func ended() -> [(RequestHandle, HTTPOutcome)] {
        var ended = refused.map { ($0.handle, HTTPOutcome(result: .failure($0.failure))) }
        refused = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            guard let transfer = transfers.values.first(where: { $0.easy == easy }) else { continue }
            ended.append((transfer.handle, transfer.outcome(code)))
            transfers[transfer.handle] = nil
            transfer.detach(from: multi)
        }
        return ended
    }
}
