import Positioning
import Runtime
import Transport

/// An HTTP client in the event loop.
public final class HTTPPolling: PollSource {
    private let client: HTTPClient

    /// Polls for `client`.
    public init(_ client: HTTPClient) {
        self.client = client
    }

    /// The client's.
    public var deadline: BootTime? { client.deadline }

    /// The client's sockets.
    public func appendDescriptors(to list: inout [PollDescriptor]) {
        for socket in client.sockets { list.append(PollDescriptor(socket)) }
    }

    /// Serves the client.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        client.serve(ready: ready.compactMap(PolledSocket.init), now: now)
    }
}

extension PollDescriptor {
    /// What the socket waits for.
    init(_ socket: PolledSocket) {
        self.init(fd: socket.descriptor, wantsRead: socket.reading, wantsWrite: socket.writing)
    }
}

extension PolledSocket {
    /// What poll said of the descriptor; nil if nothing.
    init?(_ ready: PollDescriptor) {
        guard ready.isReady else { return nil }
        self.init(descriptor: ready.fd, reading: ready.isReadable, writing: ready.isWritable)
    }
}
