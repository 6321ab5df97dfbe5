import AWSNames
import JSON
import Positioning
import Transport

/// Guest credentials of a Cognito identity pool (Amazon Cognito developer guide, enhanced flow): GetId once, then
/// GetCredentialsForIdentity. The identity is kept in a file, because each GetId may make a new one.
public final class CognitoCredentials: CredentialProvider {
    /// Which pool, and where.
    public struct Settings: Equatable, Sendable {
        /// `REGION:UUID`.
        public var identityPool: String
        /// Exactly this URL; nil for the endpoint of the pool's region.
        public var endpoint: String?
        /// The FIPS endpoint of the region.
        public var fips: Bool
        /// Where the identity is kept; nil to ask for one at each start.
        public var identityFile: String?
        /// Where another program of this box keeps its own, which is taken if it can be read; nil for nowhere.
        public var lentIdentityFile: String?

        /// Settings with all their parts.
        public init(
            identityPool: String, endpoint: String? = nil, fips: Bool = false, identityFile: String? = nil,
            lentIdentityFile: String? = nil
        ) {
            self.identityPool = identityPool
            self.endpoint = endpoint
            self.fips = fips
            self.identityFile = identityFile
            self.lentIdentityFile = lentIdentityFile
        }

        var url: String {
            if let endpoint { return endpoint.hasSuffix("/") ? endpoint : endpoint + "/" }
            let region = String(identityPool.prefix { $0 != ":" })
            let host = fips ? "cognito-identity-fips" : "cognito-identity"
            return "https://\(host).\(region).\(Partition.of(region: region).dnsSuffix)/"
        }
    }

    private let settings: Settings
    private let client: HTTPClient
    private let options: () -> RequestOptions
    private let store: IdentityStore

    /// Asks over `client`, which is served elsewhere; `options` are looked up for each request.
    public init(_ settings: Settings, client: HTTPClient, options: @escaping () -> RequestOptions) {
        self.settings = settings
        self.client = client
        self.options = options
        store = IdentityStore(
            path: settings.identityFile, lentBy: settings.lentIdentityFile, pool: settings.identityPool)
    }

    /// Asks the service each time: put it behind `RefreshingCredentials`.
    public func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        if let identity = store.identity {
            fetch(identity, isOld: true, at: now, completion)
        } else {
            register(at: now, completion)
        }
    }

    private func register(
        at now: ClockReading, _ completion: @escaping (Result<Credentials, CallFailure>) -> Void
    ) {
        call("GetId", "IdentityPoolId", settings.identityPool, now) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let (json, response)):
                guard let identity = json["IdentityId"]?.string, IdentityStore.isIdentity(identity) else {
                    completion(.failure(self.odd(response)))
                    return
                }
                self.store.identity = identity
                self.fetch(identity, isOld: false, at: now, completion)
            case .failure(let failure): completion(.failure(self.refusal(failure)))
            }
        }
    }

    private func fetch(
        _ identity: String, isOld: Bool, at now: ClockReading,
        _ completion: @escaping (Result<Credentials, CallFailure>) -> Void
    ) {
        call("GetCredentialsForIdentity", "IdentityId", identity, now) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let (json, response)):
                let time = CredentialAnswer.time(of: response, or: now.utc)
                let source = "the Cognito identity pool \(self.settings.identityPool)"
                let found = json["Credentials"].flatMap { CredentialAnswer.cognito($0, at: time, source: source) }
                completion(found.map(Result.success) ?? .failure(self.odd(response)))
            case .failure(.service(let error)) where error.code == "ResourceNotFoundException" && isOld:
                self.store.identity = nil
                self.register(at: now, completion)
            case .failure(let failure): completion(.failure(self.refusal(failure)))
            }
        }
    }

    private func call(
        _ operation: String, _ name: String, _ value: String, _ now: ClockReading,
        _ completion: @escaping (Result<(JSONValue, HTTPResponse), CallFailure>) -> Void
    ) {
        var body = JSONWriter()
        body.object { $0.member(name, value) }
        let headers = [
            HTTPHeader("content-type", "application/x-amz-json-1.1"),
            HTTPHeader("x-amz-target", "AWSCognitoIdentityService.\(operation)"),
        ]
        let request = HTTPRequest(method: "POST", url: settings.url, headers: headers, body: body.bytes)
        var options = options()
        options.maximumResponseSize = 64 << 10
        client.start(request, options: options, now: now.boot) { result in
            switch result {
            case .failure(let failure): completion(.failure(.transport(failure)))
            case .success(let response):
                do throws(CallFailure) {
                    completion(.success((try ServiceAnswer.json(of: response), response)))
                } catch {
                    completion(.failure(error))
                }
            }
        }
    }

    private func odd(_ response: HTTPResponse) -> CallFailure {
        .notTheService(
            status: response.status,
            message: "\(settings.url) answered with JSON that Cognito does not send; is the endpoint right?")
    }

    /// A refusal that only a person can mend becomes `credentials`; what passes by itself stays as it is.
    private func refusal(_ failure: CallFailure) -> CallFailure {
        guard case .service(let error) = failure else { return failure }
        switch error.code {
        case "InvalidParameterException", "ResourceNotFoundException", "NotAuthorizedException",
            "InvalidIdentityPoolConfigurationException", "ResourceConflictException":
            return .credentials(
                "Cognito gives no guest credentials of the identity pool \(settings.identityPool): \(error.code), "
                    + "\(error.message) Check the pool's id, that it allows guest access, and its guest role.")
        default: return failure
        }
    }
}
