import Foundation

/// The socket at which a service manager hears a service, by the protocol of sd_notify(3).
public final class NotifySocket {
    /// Where it is: the NOTIFY_SOCKET of the service.
    public let path: String
    private let descriptor: Int32

    /// Makes it at `path`, which has to be short.
    public init(path: String) {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(bound == 0, "cannot bind \(path): errno \(errno)")
    }

    deinit {
        close(descriptor)
    }

    /// What the service says up to the message `last`, or in a minute.
    public func messages(through last: String) -> [String] {
        var messages: [String] = []
        while messages.last != last, let message = receive() { messages.append(message) }
        return messages
    }

    private func receive() -> String? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 60_000) == 1 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
