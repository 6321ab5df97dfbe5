import Transport

/// All that settings may say about where credentials come from.
public struct CredentialSettings: Equatable, Sendable {
    /// Which way.
    public enum Source: String, CaseIterable, Sendable {
        /// The first of the others that is configured, in their order here.
        case auto
        /// AWS_ACCESS_KEY_ID and its companions.
        case environment
        /// A profile of the shared credentials file.
        case profile
        /// A command that prints them.
        case process
        /// A Cognito identity pool, as a guest.
        case cognito
        /// An AWS IoT role alias, with the device's certificate.
        case iot
    }

    /// Which way.
    public var source = Source.auto
    /// The profile's name.
    public var profile = "default"
    /// The shared credentials file; nil for none.
    public var profileFile: String?
    /// The command line of a credential process.
    public var command: String?
    /// The Cognito identity pool.
    public var cognito: CognitoCredentials.Settings?
    /// The AWS IoT role alias.
    public var iot: IoTCredentials.Settings?

    /// Nothing is configured.
    public init() {}
}
