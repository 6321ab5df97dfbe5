import AWSNames
import Transport

/// All that settings may say about where credentials come from.
public struct CredentialSettings: Equatable, Sendable {
    /// Which way.
    public var source = CredentialSource.auto
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
