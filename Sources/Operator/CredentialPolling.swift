import AmazonLocation
import Positioning
import Runtime
import Transport

/// A credential provider in the event loop.
final class CredentialPolling: PollSource {
    private let provider: any CredentialProvider
    private let clock: any MachineClock

    init(_ provider: any CredentialProvider, _ clock: any MachineClock) {
        self.provider = provider
        self.clock = clock
    }

    var deadline: BootTime? { provider.deadline }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        list += provider.sockets.map(PollDescriptor.init)
    }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        let reading = ClockReading(boot: now, utc: clock.civilTime)
        provider.serve(ready: ready.compactMap(PolledSocket.init), now: reading)
    }
}
