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
    /// Called once with the whole answer, whatever its status, or with why there is none.
    public typealias Completion = (Result<HTTPResponse, TransportFailure>) -> Void

    /// How often one `serve` goes on with what its completions have started, before it lets others have their turn.
    private static let rounds = 8

    private let multi: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer
    private let table = SocketTable()
    private let idleLimit: Int
    /// Under way, by libcurl's handle.
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Their handles are set up and wait for the next request.
    private var idle: [Transfer] = []
    private var refused: [(completion: Completion, failure: TransportFailure)] = []

    private static let globalResult = curl_global_init(Int(CURL_GLOBAL_SSL))

    /// A client without connections. At most `maximumConnections` stay open when idle: no fewer than run side by side,
    /// or each is made anew for its next request.
    public init(maximumConnections: Int = 16) throws(TransportFailure) {
        guard Self.globalResult == CURLE_OK, let multi = curl_multi_init(), let share = curl_share_init() else {
            throw TransportFailure(.other, "libcurl could not be started; is there memory left?")
        }
        self.multi = multi
        self.share = share
        idleLimit = maximumConnections
        ccurl_share_sessions(share)
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maximumConnections)
        table.attach(to: multi)
    }

    deinit {
        for transfer in transfers.values { transfer.detach(from: multi) }
        transfers = [:]
        idle = []
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    /// Starts `request`. `completion` is called once, inside a later `serve`.
    public func start(
        _ request: HTTPRequest, options: RequestOptions = RequestOptions(), now: BootTime,
        completion: @escaping Completion
    ) {
        table.now = now
        do throws(TransportFailure) {
            let transfer = try transfer(for: request, options)
            try transfer.begin(request, options, completion)
            try transfer.attach(to: multi)
            transfers[transfer.easy] = transfer
        } catch {
            refused.append((completion, error))
        }
    }

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
        for _ in 0..<Self.rounds {
            if let deadline = table.deadline, deadline <= now {
                table.clearDeadline()
                curl_multi_socket_action(multi, curl_socket_t(CURL_SOCKET_TIMEOUT), 0, &running)
            }
            for (completion, result) in ended() { completion(result) }
            // What a completion has started goes out before the loop turns again.
            guard let deadline, deadline <= now else { return }
        }
    }

    /// Takes the requests that have ended out of libcurl. All of them first: a completion may start others.
    private func ended() -> [(Completion, Result<HTTPResponse, TransportFailure>)] {
        var ended: [(Completion, Result<HTTPResponse, TransportFailure>)] = refused.map {
            ($0.completion, .failure($0.failure))
        }
        refused = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            guard let transfer = transfers.removeValue(forKey: easy) else { continue }
            let result = transfer.result(code)
            if case .failure(let failure) = result, failure.kind == .timeout {
                // Libcurl looks at the clock once a second.
                table.end(transfer.connection, ifSilentFor: transfer.stallTimeout - 1000)
            }
            transfer.detach(from: multi)
            if let completion = transfer.end() { ended.append((completion, result)) }
            if idle.count < idleLimit { idle.append(transfer) }
        }
        return ended
    }

    private func transfer(for request: HTTPRequest, _ options: RequestOptions) throws(TransportFailure) -> Transfer {
        if let index = idle.lastIndex(where: { $0.fits(request, options) }) { return idle.remove(at: index) }
        return try Transfer(request, options, share, table)
    }
}
