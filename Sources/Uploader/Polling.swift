import AmazonLocation
import Positioning
import Runtime
import Transport

/// An HTTP client and the source of its credentials in the event loop.
final class Polling: PollSource {
    private let client: HTTPClient
    private let courier: Courier
    private let clock: SigningClock

    init(_ client: HTTPClient, _ courier: Courier, _ clock: SigningClock) {
        self.client = client
        self.courier = courier
        self.clock = clock
    }

    var deadline: BootTime? { [client.deadline, courier.credentials.deadline].compactMap { $0 }.min() }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        for socket in client.sockets + courier.credentials.sockets {
            list.append(PollDescriptor(fd: socket.descriptor, wantsRead: socket.reading, wantsWrite: socket.writing))
        }
    }

    /// Both get all that is ready: a descriptor that is not theirs is none of their business.
    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        let ready = ready.filter(\.isReady).map {
            PolledSocket(descriptor: $0.fd, reading: $0.isReadable, writing: $0.isWritable)
        }
        let ours = Set(client.sockets.map(\.descriptor))
        client.serve(ready: ready.filter { ours.contains($0.descriptor) }, now: now)
        let rest = ready.filter { !ours.contains($0.descriptor) }
        let isDue = courier.credentials.deadline.map { $0 <= now } ?? false
        if isDue || !rest.isEmpty { courier.credentials.serve(ready: rest, now: clock.reading) }
    }
}
