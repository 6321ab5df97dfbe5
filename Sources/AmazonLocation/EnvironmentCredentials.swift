import Signing

/// Credentials in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, as the AWS SDKs read them.
public final class EnvironmentCredentials: CredentialProvider {
    private let variable: (String) -> String?

    /// `variable` looks a variable of the environment up.
    public init(variable: @escaping (String) -> String?) {
        self.variable = variable
    }

    /// True if the environment names an access key.
    public var isConfigured: Bool { value("AWS_ACCESS_KEY_ID") != nil }

    /// Answers at once.
    public func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        guard let id = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") else {
            completion(
                .failure(
                    .credentials(
                        "The environment holds no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.")))
            return
        }
        let keys = SigningCredentials(
            accessKeyID: id, secretAccessKey: secret, sessionToken: value("AWS_SESSION_TOKEN"))
        completion(.success(Credentials(keys: keys, source: "the environment")))
    }

    private func value(_ name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
