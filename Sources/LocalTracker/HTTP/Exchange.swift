import CMicroHTTPD
import Glibc
import Positioning

/// One request on its way through libmicrohttpd, and the reply to it once there is one.
final class Exchange {
    private(set) var request: Request
    /// The reply; nil while the request is still coming in.
    var reply: Reply?
    private let connection: OpaquePointer
    private let limit: Int

    /// A request whose header has arrived; its body may have at most `limit` bytes.
    init(_ connection: OpaquePointer, method: String, path: String, limit: Int) {
        self.connection = connection
        self.limit = limit
        request = Request(method: method, path: path)
        request.query = Self.values(connection, .GET_ARGUMENT_KIND)
            .map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.joined(separator: "&")
        request.headers = Self.values(connection, .HEADER_KIND)
        request.peer = { Peer(connection) }
    }

    /// True if the body is larger than is accepted, or says so of itself.
    var isTooLarge: Bool {
        request.body.count > limit || (request.header("content-length").flatMap { Int($0) } ?? 0) > limit
    }

    /// Takes a piece of the body. False if there are already more bytes than are accepted.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isTooLarge else { return false }
        request.body.append(contentsOf: bytes)
        return true
    }

    /// Stops all traffic on the connection until `resume`.
    func suspend() {
        MHD_suspend_connection(connection)
    }

    /// Makes libmicrohttpd ask for the reply again.
    func resume() {
        MHD_resume_connection(connection)
    }

    /// Hands the reply to libmicrohttpd; .NO makes it close the connection at once.
    func send(_ reply: Reply) -> MHD_Result {
        let answer = reply.answer
        let response: OpaquePointer?
        switch reply.ending {
        case .cut:
            return .NO
        case .whole:
            var body = answer.body
            response = MHD_create_response_from_buffer(body.count, &body, .RESPMEM_MUST_COPY)
        case .cutHalfway:
            response = HalfBody.response(answer.body)
        }
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for header in answer.headers { MHD_add_response_header(response, header.name, header.value) }
        MHD_add_response_header(response, "Date", HTTPDate.text(reply.date))
        return MHD_queue_response(connection, UInt32(answer.status), response)
    }

    private static func values(_ connection: OpaquePointer, _ kind: MHD_ValueKind) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &values) { list in
            _ = MHD_get_connection_values(
                connection, kind,
                { list, _, name, value in
                    let values = list?.assumingMemoryBound(to: [(name: String, value: String)].self)
                    values?.pointee.append(
                        (name.map { String(cString: $0) } ?? "", value.map { String(cString: $0) } ?? ""))
                    return .YES
                }, list)
        }
        return values
    }
}
