import AmazonLocation
import Positioning
import Runtime
import Transport

/// A credential provider in the event loop.
public final class CredentialPolling: PollSource {
    private let clock: SigningClock
    private let provider: () -> any CredentialProvider

    /// Polls for `provider`, which is looked up each time: another one may take its place.
    public init(clock: SigningClock, provider: @escaping () -> any CredentialProvider) {
        self.clock = clock
        self.provider = provider
    }

    /// The provider's.
    public var deadline: BootTime? { provider().deadline }

    /// The provider's descriptors.
    public func appendDescriptors(to list: inout [PollDescriptor]) {
        for socket in provider().sockets { list.append(PollDescriptor(socket)) }
    }

    /// Serves the provider. One that has just taken its place is told of descriptors that are not its own, which are none
    /// of its business.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        provider().serve(ready: ready.compactMap(PolledSocket.init), now: clock.reading)
    }
}
