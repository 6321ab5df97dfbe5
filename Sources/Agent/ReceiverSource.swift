import Configuration
import Positioning
import Receiver
import Runtime

/// The Receiver in the event loop.
final class ReceiverSource: PollSource {
    let receiver: Receiver
    private let take: (ReceiverEvent, BootTime) -> Void

    /// Hands each event of `receiver` to `take`.
    init(_ receiver: Receiver, take: @escaping (ReceiverEvent, BootTime) -> Void) {
        self.receiver = receiver
        self.take = take
    }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        guard let descriptor = receiver.descriptor else { return }
        list.append(PollDescriptor(fd: descriptor, wantsRead: true, wantsWrite: receiver.wantsWrite))
    }

    var deadline: BootTime? { receiver.deadline }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        let readable = ready.first?.isReadable ?? false
        let writable = ready.first?.isWritable ?? false
        receiver.serve(readable: readable, writable: writable, now: now) { take($0, now) }
    }
}

extension ReceiverSettings {
    /// What the settings file says.
    init(_ section: ReceiverSection) {
        self.init()
        host = section.host
        port = section.port
        device = section.device
        silence = section.silence
    }
}
