import Positioning
import Transport

/// Remembers what another provider hands out, and asks it anew before that runs out.
///
/// One question at a time, however many wait for the answer. New ones are asked for 5 to 6 minutes before the end, or
/// after half the lifetime if that is later; while the old ones are good, a failure does no harm.
public final class RefreshingCredentials: CredentialProvider {
    private let origin: any CredentialProvider
    private let random: () -> Double
    private var current: (credentials: Credentials, refreshAt: BootTime?, endsAt: BootTime?)?
    private var waiting: [(Result<Credentials, CallFailure>) -> Void] = []

    /// Milliseconds before the end at which new credentials are asked for; up to a fifth is added at random, so that a
    /// fleet that started together does not ask together.
    private static let margin: Int64 = 300_000
    /// Milliseconds after a failure in which the old credentials, if they are still good, are used without asking.
    private static let pause: Int64 = 30_000

    /// True while somebody waits for an answer.
    var isAsked: Bool { !waiting.isEmpty }

    /// Remembers what `origin` hands out; `random` gives numbers of 0..<1.
    public init(_ origin: any CredentialProvider, random: @escaping () -> Double = { .random(in: 0..<1) }) {
        self.origin = origin
        self.random = random
    }

    /// Answers at once while what is remembered is good.
    public func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        if let current, current.refreshAt.map({ now.boot < $0 }) ?? true {
            completion(.success(current.credentials))
            return
        }
        waiting.append(completion)
        guard waiting.count == 1 else { return }
        origin.provide(at: now) { [weak self] in self?.receive($0, askedAt: now.boot) }
    }

    /// Forgets `credentials` if they are those remembered.
    public func discard(_ credentials: Credentials) {
        if current?.credentials.keys == credentials.keys { current = nil }
        origin.discard(credentials)
    }

    /// Those of the origin.
    public var sockets: [PolledSocket] { origin.sockets }

    /// That of the origin.
    public var deadline: BootTime? { origin.deadline }

    /// Serves the origin.
    public func serve(ready: [PolledSocket], now: ClockReading) {
        origin.serve(ready: ready, now: now)
    }

    private func receive(_ result: Result<Credentials, CallFailure>, askedAt: BootTime) {
        var answer = result
        switch result {
        case .success(let credentials):
            let lifetime = credentials.lifetime
            let margin = Self.margin + Int64(random() * Double(Self.margin / 5))
            current = (
                credentials,
                lifetime.map { askedAt.advanced(by: max($0 - margin, $0 / 2)) },
                lifetime.map { askedAt.advanced(by: $0) }
            )
        case .failure:
            if let old = current, let endsAt = old.endsAt, askedAt < endsAt {
                current?.refreshAt = min(askedAt.advanced(by: Self.pause), endsAt)
                answer = .success(old.credentials)
            } else {
                current = nil
            }
        }
        let completions = waiting
        waiting = []
        completions.forEach { $0(answer) }
    }
}
