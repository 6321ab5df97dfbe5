import AmazonLocation
import Glibc
import Positioning
import Testing
import Transport

/// Plays the outer loop for a credential provider and the HTTP client that it may use.
struct ProviderDriver {
    let provider: any CredentialProvider
    var client: HTTPClient?

    static var now: ClockReading {
        var (boot, utc) = (timespec(), timespec())
        clock_gettime(CLOCK_BOOTTIME, &boot)
        clock_gettime(CLOCK_REALTIME, &utc)
        return ClockReading(
            boot: BootTime(milliseconds: Int64(boot.tv_sec) * 1000 + Int64(boot.tv_nsec) / 1_000_000),
            utc: UTCTime(milliseconds: Int64(utc.tv_sec) * 1000 + Int64(utc.tv_nsec) / 1_000_000))
    }

    /// What the provider hands out, within 30 s.
    func credentials() throws -> Result<Credentials, CallFailure> {
        var result: Result<Credentials, CallFailure>?
        provider.provide(at: Self.now) { result = $0 }
        let end = Self.now.boot.advanced(by: 30_000)
        while result == nil, Self.now.boot < end { turn(until: end) }
        return try #require(result, "no answer in time")
    }

    private func turn(until end: BootTime) {
        let sockets = provider.sockets + (client?.sockets ?? [])
        var polled = sockets.map { socket in
            let events = (socket.reading ? POLLIN : 0) | (socket.writing ? POLLOUT : 0)
            return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
        }
        let deadline = [provider.deadline, client?.deadline, end].compactMap { $0 }.min() ?? end
        poll(&polled, nfds_t(polled.count), Int32(clamping: max(0, deadline.since(Self.now.boot))))
        let ready = polled.filter { $0.revents != 0 }.map {
            PolledSocket(descriptor: $0.fd, reading: true, writing: Int32($0.revents) & ~POLLIN != 0)
        }
        client?.serve(
            ready: ready.filter { !provider.sockets.map(\.descriptor).contains($0.descriptor) }, now: Self.now.boot)
        provider.serve(ready: ready, now: Self.now)
    }
}

extension Result where Success == Credentials, Failure == CallFailure {
    /// The sentence of `CallFailure.credentials`; empty for anything else.
    var sentence: String {
        if case .failure(.credentials(let sentence)) = self { sentence } else { "" }
    }

    var keyID: String? {
        try? get().keys.accessKeyID
    }
}
