import Positioning
import Transport

/// Where credentials come from.
///
/// Belongs to one thread. What a provider waits for is either a request of an HTTP client that is served elsewhere, or
/// descriptors of its own, which the loop polls just like those of an HTTP client.
public protocol CredentialProvider: AnyObject {
    /// Hands out credentials that are good now; `completion` is called once, perhaps before this returns.
    ///
    /// A failure is one of the network or the other service (try again), or `CallFailure.credentials` (a person must
    /// do something).
    func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void)

    /// The service has refused `credentials`: do not hand out the same ones from memory again.
    func discard(_ credentials: Credentials)

    /// Descriptors to poll.
    var sockets: [PolledSocket] { get }

    /// When `serve` must be called even if no descriptor is ready; nil for never.
    var deadline: BootTime? { get }

    /// Does what can be done without waiting.
    func serve(ready: [PolledSocket], now: ClockReading)
}

extension CredentialProvider {
    /// Nothing is remembered.
    public func discard(_ credentials: Credentials) {}

    /// No descriptors.
    public var sockets: [PolledSocket] { [] }

    /// Never.
    public var deadline: BootTime? { nil }

    /// Nothing to do.
    public func serve(ready: [PolledSocket], now: ClockReading) {}
}
