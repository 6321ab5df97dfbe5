import AmazonLocation
import Delivery
import Positioning
import Transport

/// Carries out attempts: gets credentials, signs, sends, reads the answer.
final class Courier {
    /// How many refused attempts are remembered: more than can be under way.
    private static let memory = 64

    private let client: any RequestSender
    private let clock: SigningClock
    private var target: Target
    private var signer: RequestSigner
    private(set) var credentials: any CredentialProvider
    /// What refused attempts were signed with, by attempt number, until their batch goes again.
    private var refused: [Int: Credentials] = [:]
    /// Attempts that wait for credentials.
    private var waiting: [Waiting] = []
    /// Counts the providers: the answers of those before the last one count for nothing.
    private var generation = 0

    private struct Waiting {
        var attempt: DeliveryAttempt
        var completion: (AttemptResult) -> Void
    }

    init(client: any RequestSender, clock: SigningClock, target: Target, credentials: any CredentialProvider) {
        self.client = client
        self.clock = clock
        self.target = target
        self.credentials = credentials
        signer = RequestSigner(region: target.endpoint.region)
    }

    /// From now on to `target`, with `credentials`. What is under way goes on as it was begun; what still waits for
    /// credentials gets new ones, for the old provider will not answer any more.
    func reconfigure(_ target: Target, credentials: any CredentialProvider) {
        self.target = target
        self.credentials = credentials
        signer = RequestSigner(region: target.endpoint.region)
        refused = [:]
        generation += 1
        let orphans = waiting
        waiting = []
        for orphan in orphans { obtainCredentials(for: orphan) }
    }

    /// Starts `attempt`; `completion` is called once, perhaps before this returns.
    func send(_ attempt: DeliveryAttempt, completion: @escaping (AttemptResult) -> Void) {
        let last = attempt.previous.flatMap { refused.removeValue(forKey: $0) }
        if attempt.refreshCredentials, let last { credentials.discard(last) }
        obtainCredentials(for: Waiting(attempt: attempt, completion: completion))
    }

    private func obtainCredentials(for next: Waiting) {
        waiting.append(next)
        let asked = generation
        credentials.provide(at: clock.reading) { [self] result in
            guard asked == generation else { return }
            waiting.removeAll { $0.attempt.number == next.attempt.number }
            switch result {
            case .failure(let failure): next.completion(AttemptResult(.failure(failure), stage: .credentials))
            case .success(let credentials): send(next.attempt, with: credentials, completion: next.completion)
            }
        }
    }

    private func send(
        _ attempt: DeliveryAttempt, with credentials: Credentials, completion: @escaping (AttemptResult) -> Void
    ) {
        let operation = target.operation(attempt.fixes)
        let sent = clock.reading.boot
        let signed = clock.time(at: sent, byService: attempt.correctClock)
        let request = signer.sign(
            operation.request(to: target.endpoint, tracker: target.tracker), with: credentials, at: signed)
        let options = RequestOptions(caFile: target.caFile, verificationTime: clock.trusted(at: sent))
        client.start(request, options: options, now: sent) { [self] received in
            var result = AttemptResult(Self.answer(operation, received.map { $0.concealing(credentials) }))
            if case .success(let response) = received, result.comesFromTheService {
                result.skew = clock.learn(from: response, sent: sent, signed: signed)
            }
            if case .failure(.service) = result.answer { remember(credentials, refusedFor: attempt.number) }
            completion(result)
        }
    }

    private func remember(_ credentials: Credentials, refusedFor number: Int) {
        if refused.count >= Self.memory { refused = [:] }
        refused[number] = credentials
    }

    private static func answer(
        _ operation: BatchUpdateDevicePosition, _ received: Result<HTTPResponse, TransportFailure>
    ) -> Result<[UpdateError], CallFailure> {
        do throws(CallFailure) {
            switch received {
            case .success(let response): return .success(try operation.read(response))
            case .failure(let failure): return .failure(.transport(failure))
            }
        } catch {
            return .failure(error)
        }
    }
}

extension AttemptResult {
    /// Whoever answered speaks the service's language, so that its `Date` may be believed for signing.
    fileprivate var comesFromTheService: Bool {
        switch answer {
        case .success, .failure(.service): true
        case .failure(.transport), .failure(.notTheService), .failure(.credentials): false
        }
    }
}
