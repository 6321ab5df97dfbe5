/// Where credentials come from: `credentials.source`.
public enum CredentialSource: String, CaseIterable, Sendable {
    /// The first of the others that is configured, in their order here.
    case auto
    /// $AWS_ACCESS_KEY_ID and its companions.
    case environment
    /// A profile of the shared credentials file.
    case profile
    /// A command, by the rules of credential_process.
    case process
    /// A Cognito identity pool, as a guest.
    case cognito
    /// An AWS IoT role alias, with the device's certificate.
    case iot
}
