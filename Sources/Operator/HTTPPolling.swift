import Positioning
import Runtime
import Transport

/// An HTTP client in the event loop.
final class HTTPPolling: PollSource {
    private let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    var deadline: BootTime? { client.deadline }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        list += client.sockets.map(PollDescriptor.init)
    }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
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
