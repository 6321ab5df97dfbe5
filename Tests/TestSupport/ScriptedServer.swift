import Foundation

/// A TCP server on a free loopback port that does with each connection what a test says, so that it can also answer
/// as no real server would.
public final class ScriptedServer: Sendable {
    /// The port that it listens on.
    public let port: UInt16
    private let listener: Int32

    /// Starts to listen; `script` runs for each connection in a thread of its own and owns it until it returns.
    public init(_ script: @escaping @Sendable (ScriptedConnection) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        precondition(result, "no loopback port to listen on: errno \(errno)")
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else {
                    if errno == EINTR { continue }
                    // Here, where it is used: elsewhere its number could be another server's before this thread knows.
                    close(listener)
                    return
                }
                Thread.detachNewThread {
                    script(ScriptedConnection(descriptor: descriptor))
                    close(descriptor)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }
}
