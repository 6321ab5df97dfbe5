import Glibc
import Positioning

/// Asks a daemon over its control socket and waits for the answer.
///
/// The client's own address is an abstract one that the kernel picks, so it needs no place to write to.
public struct ControlClient {
    /// The largest answer that is taken whole.
    static let answerLimit = 128 * 1024

    private let program: String
    private let path: String

    /// A client for `program`, whose control socket is `path`.
    public init(program: String, path: String) {
        self.program = program
        self.path = path
    }

    /// The answer to `request`. Waits at most `milliseconds`.
    public func ask(_ request: String, within milliseconds: Int = 5000) throws(RuntimeError) -> String {
        let socket = try DatagramSocket()
        let own = socket.bind(UnixAddress())
        guard own == 0 else { throw .system("cannot bind a socket for the answer", own) }
        try check(socket.connect(UnixAddress(path: path)))
        let clock = SystemClock()
        let deadline = clock.bootTime.advanced(by: Int64(milliseconds))
        func wait(for event: Int32) throws(RuntimeError) {
            var waiting = pollfd(fd: socket.fd, events: Int16(event), revents: 0)
            let rest = max(0, deadline.since(clock.bootTime))
            guard poll(&waiting, 1, Int32(rest)) > 0 else {
                throw .noAnswer(program: program, milliseconds: milliseconds)
            }
        }
        // A daemon that is busy has a queue of a few requests, which doorbells fill.
        var code = socket.send(request)
        while code == EAGAIN {
            try wait(for: POLLOUT)
            code = socket.send(request)
        }
        try check(code)
        try wait(for: POLLIN)
        var buffer = [UInt8](repeating: 0, count: Self.answerLimit)
        let count = recv(socket.fd, &buffer, buffer.count, 0)
        guard count >= 0 else { throw .notRunning(program: program, path: path) }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    private func check(_ code: Int32) throws(RuntimeError) {
        switch code {
        case 0: return
        case ENOENT, ENOTDIR, ECONNREFUSED: throw .notRunning(program: program, path: path)
        case EACCES, EPERM: throw .notAllowed(program: program, path: path)
        default: throw .system("cannot ask \(program) at \(path)", code)
        }
    }
}
