import JSON
import Positioning
import Transport

/// Credentials of an AWS IoT role alias, for a device that proves itself with its certificate (AWS IoT Core developer
/// guide, "Authorizing direct calls to AWS services using AWS IoT Core credential provider").
public final class IoTCredentials: CredentialProvider {
    /// How a device gets them.
    public struct Settings: Equatable, Sendable {
        /// Host, or HOST:PORT, of the account's credentials endpoint.
        public var endpoint: String
        /// The role alias.
        public var roleAlias: String
        /// The thing that the certificate belongs to; nil to leave it out.
        public var thingName: String?
        /// The device's certificate and key.
        public var certificate: ClientCertificate

        /// Settings with all their parts.
        public init(endpoint: String, roleAlias: String, thingName: String?, certificate: ClientCertificate) {
            self.endpoint = endpoint
            self.roleAlias = roleAlias
            self.thingName = thingName
            self.certificate = certificate
        }
    }

    private let settings: Settings
    private let client: HTTPClient
    private let options: () -> RequestOptions

    /// Asks over `client`, which is served elsewhere; `options` are looked up for each request.
    public init(_ settings: Settings, client: HTTPClient, options: @escaping () -> RequestOptions) {
        self.settings = settings
        self.client = client
        self.options = options
    }

    /// Asks the endpoint each time: put it behind `RefreshingCredentials`.
    public func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        var options = options()
        options.clientCertificate = settings.certificate
        options.maximumResponseSize = 64 << 10
        let path = "/role-aliases/\(PathSegment.encoded(settings.roleAlias))/credentials"
        let thing = settings.thingName.map { [HTTPHeader("x-amzn-iot-thingname", $0)] } ?? []
        let request = HTTPRequest(method: "GET", url: "https://\(settings.endpoint)\(path)", headers: thing)
        client.start(request, options: options, now: now.boot) { [settings] result in
            completion(
                result.mapError(CallFailure.transport).flatMap { Self.read($0, settings, at: now.utc) })
        }
    }

    private static func read(
        _ response: HTTPResponse, _ settings: Settings, at now: UTCTime
    ) -> Result<Credentials, CallFailure> {
        let source = "AWS IoT role alias \(settings.roleAlias)"
        do throws(CallFailure) {
            let json = try ServiceAnswer.json(of: response)
            let time = CredentialAnswer.time(of: response, or: now)
            guard let inner = json["credentials"], let found = CredentialAnswer.iot(inner, at: time, source: source)
            else {
                throw .notTheService(
                    status: response.status,
                    message: "\(settings.endpoint) answered with JSON that holds no credentials; is it the account's "
                        + "iot:CredentialProvider endpoint?")
            }
            return .success(found)
        } catch {
            return .failure(refusal(error, settings))
        }
    }

    /// A refusal that only a person can mend becomes `credentials`; what passes by itself stays as it is.
    private static func refusal(_ failure: CallFailure, _ settings: Settings) -> CallFailure {
        guard case .service(let error) = failure, (400..<500).contains(error.status),
            ![408, 429].contains(error.status)
        else { return failure }
        let thing = settings.thingName.map { " of thing \($0)" } ?? ""
        return .credentials(
            "AWS IoT gives the certificate \(settings.certificate.certificateFile)\(thing) no credentials of role "
                + "alias \(settings.roleAlias): \(error.message) (status \(error.status)). Check that the certificate "
                + "is active and attached to the thing, that its policy allows iot:AssumeRoleWithCertificate, and the "
                + "names.")
    }
}
