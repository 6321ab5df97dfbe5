import AmazonLocation
import Positioning
import Runtime
import Transport
import Uploader

/// A credential provider in the event loop.
final class CredentialPolling: PollSource {
    private let provider: any CredentialProvider
    private let clock: SigningClock

    init(_ provider: any CredentialProvider, _ clock: SigningClock) {
        self.provider = provider
        self.clock = clock
    }

    var deadline: BootTime? { provider.deadline }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        list += provider.sockets.map(PollDescriptor.init)
    }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        provider.serve(ready: ready.compactMap(PolledSocket.init), now: clock.reading)
    }
}
