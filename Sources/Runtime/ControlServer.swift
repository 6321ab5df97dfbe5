import Glibc
import Positioning

/// A daemon's control socket: requests of one short line, answered in one datagram each.
///
/// Mode 0660 in a directory that the group `waypost` can enter: the kernel decides who may ask. A stale socket of a
/// process that died is replaced, a living one is not.
public final class ControlServer: PollSource {
    /// Bytes of a request. A longer one is refused: cut in the middle of a number, it would mean another.
    static let requestLimit = 512
    /// Requests per wake-up, so that a flood of them cannot keep the loop from its work.
    static let requestsPerTurn = 16

    private let socket: DatagramSocket
    private let path: String
    private let handler: (String) -> String?
    private var buffer = [UInt8](repeating: 0, count: requestLimit + 1)
    /// False while the path may be another's, whose socket is not ours to remove.
    private var isOpen = false

    /// Opens `path` for requests to `program`. `handler` gets a request without its line end, and returns the answer,
    /// or nil for none.
    public init(program: String, path: String, handler: @escaping (String) -> String?) throws(RuntimeError) {
        self.path = path
        self.handler = handler
        socket = try DatagramSocket()
        let address = try UnixAddress(path: path)
        var failure = socket.bind(address)
        if failure == EADDRINUSE {
            guard try DatagramSocket().connect(address) == ECONNREFUSED else {
                throw .alreadyRunning(program: program, path: path)
            }
            unlink(path)
            failure = socket.bind(address)
        }
        guard failure == 0 else { throw .system("cannot create the control socket \(path)", failure) }
        guard chmod(path, 0o660) == 0 else { throw .system("cannot set the mode of \(path)", errno) }
        isOpen = true
    }

    deinit {
        if isOpen { unlink(path) }
    }

    /// Waits for requests.
    public func appendDescriptors(to list: inout [PollDescriptor]) {
        list.append(PollDescriptor(fd: socket.fd, wantsRead: true))
    }

    /// Answers what has arrived, up to a bound; the rest in the next round.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        for _ in 0..<Self.requestsPerTurn {
            var sender = UnixAddress()
            let count = sender.receive(socket.fd, into: &buffer)
            guard count >= 0 else { return }
            let line = String(decoding: buffer[..<count], as: UTF8.self)
            let answer =
                count > Self.requestLimit
                ? "error: a request has at most \(Self.requestLimit) bytes"
                : handler(String(line.prefix { !$0.isNewline }))
            if let answer, sender.isNamed { socket.send(answer, to: sender) }
        }
    }
}
