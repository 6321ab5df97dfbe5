import AmazonLocation
import Configuration
import Delivery
import Glibc
import Positioning
import Runtime
import Transport
import Uploader

/// Calls operations of the tracker one after the other and waits for each: what a command needs, and no daemon.
final class TrackerSession {
    /// A request that is dated farther off than this is on the brink of being refused for it, in milliseconds.
    private static let brink = OutcomePolicy.explainingSkew - 60_000

    private let clock: any MachineClock
    private let tracker: String
    private let endpoint: TrackerEndpoint
    private let credentials: CredentialsSection
    private let client: HTTPClient
    private let loop: EventLoop
    private let provider: any CredentialProvider
    private let caFile: String?
    private var signer: RequestSigner
    private let signing: SigningClock
    /// True if the last request carried a time that its own answer showed to be wrong.
    private var wasMisdated = false
    /// Milliseconds by which the service's clock was ahead of the time that the first answered request carried; nil
    /// before an answer with a date.
    private(set) var serviceAhead: Int64?

    /// - Parameters:
    ///   - identity: where a Cognito identity is; nil to ask for one each time.
    ///   - agentState: the agent's `state.json`, for the receiver's time.
    ///   - variable: looks up a variable of the environment.
    init(
        _ tracker: TrackerSection, _ credentials: CredentialsSection, identity: IdentityFiles?,
        clock: any MachineClock, agentState: String, variable: @escaping (String) -> String?
    ) throws {
        self.clock = clock
        self.credentials = credentials
        signing = SigningClock(clock: clock, agentState: agentState)
        self.tracker = tracker.name
        endpoint = try TrackerEndpoint(tracker)
        signer = RequestSigner(region: endpoint.region)
        caFile = tracker.caFile
        client = try HTTPClient()
        loop = try EventLoop(clock: clock)
        loop.add(HTTPPolling(client))
        let (caFile, signing) = (caFile, signing)
        provider = CredentialChoice.provider(
            credentials, fips: tracker.fips, identityFile: identity?.own, lentIdentityFile: identity?.lent,
            client: client,
            options: { RequestOptions(caFile: caFile, verificationTime: signing.trusted(at: clock.bootTime)) },
            variable: variable)
        loop.add(CredentialPolling(clock: signing) { [provider] in provider })
    }

    /// The URL that positions go to.
    var host: String { endpoint.url(.data) }

    /// UTC as well as it can be known.
    var now: UTCTime { signing.time(at: clock.bootTime) }

    /// What requests will be signed with, fetched anew if need be.
    func fetchCredentials() throws -> Credentials {
        do throws(CallFailure) {
            return try credentialsNow()
        } catch {
            throw operatorError(error)
        }
    }

    /// The answer to `operation`. What may work a moment later is tried again, with full jitter.
    func call<Operation: TrackerOperation>(_ operation: Operation) throws -> Operation.Answer {
        var attempt = 1
        while true {
            do throws(CallFailure) {
                return try operation.read(try send(operation.request(to: endpoint, tracker: tracker)))
            } catch {
                let pause = wasMisdated ? 0 : Self.pause(after: error, attempt: attempt)
                guard attempt < RetryBudget.attempts, let pause else { throw operatorError(error) }
                usleep(UInt32(pause) * 1000)
                attempt += 1
            }
        }
    }

    /// A file that only root may read is no fault of the file.
    private func operatorError(_ failure: CallFailure) -> OperatorError {
        let isOfFiles =
            switch failure {
            case .credentials: true
            case .transport(let failure): failure.kind == .tls && credentials.source == .iot
            case .service, .notTheService: false
            }
        guard isOfFiles, let closed = credentials.closedFile else { return OperatorError(failure) }
        return OperatorError("you may not read \(closed); do it as root (sudo)", .noPermission)
    }

    /// Milliseconds to wait before the next attempt; nil if another would bring nothing.
    private static func pause(after failure: CallFailure, attempt: Int) -> Int64? {
        let outcome = Outcome(failure)
        switch outcome {
        case .unreachable, .answerLost, .serverFault, .throttled:
            return RetryBudget.wait(
                retry: attempt - 1, throttled: outcome == .throttled, hint: failure.hint, random: .random(in: 0..<1))
        default: return nil
        }
    }

    private func send(_ request: HTTPRequest) throws(CallFailure) -> HTTPResponse {
        let credentials = try credentialsNow()
        let sent = clock.bootTime
        let date = signing.time(at: sent, byService: wasMisdated)
        let signed = signer.sign(request, with: credentials, at: date)
        let options = RequestOptions(caFile: caFile, verificationTime: signing.trusted(at: sent))
        wasMisdated = false
        let response: HTTPResponse = try wait { done in
            client.start(signed, options: options, now: sent) { result in
                done(result.mapError { CallFailure.transport($0) })
            }
        }
        if let ahead = signing.learn(from: response, sent: sent, signed: date) {
            serviceAhead = serviceAhead ?? ahead
            wasMisdated = abs(ahead) > Self.brink
        }
        return response.concealing(credentials)
    }

    private func credentialsNow() throws(CallFailure) -> Credentials {
        try wait { done in provider.provide(at: signing.reading, completion: done) }
    }

    /// Turns the loop until what `start` started is done.
    private func wait<Value>(
        _ start: (@escaping (Result<Value, CallFailure>) -> Void) -> Void
    ) throws(CallFailure) -> Value {
        var result: Result<Value, CallFailure>?
        start { result = $0 }
        while result == nil {
            do throws(RuntimeError) {
                try loop.turn()
            } catch {
                throw .transport(TransportFailure(.other, "\(error)"))
            }
        }
        guard let result else { throw .transport(TransportFailure(.other, "the request was lost")) }
        return try result.get()
    }
}
