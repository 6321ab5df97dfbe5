import AWSNames
import Transport

/// Makes the provider that settings ask for.
public struct CredentialSources {
    private let client: HTTPClient
    private let options: () -> RequestOptions
    private let variable: (String) -> String?

    /// - Parameters:
    ///   - client: carries the requests to Cognito and AWS IoT out; it is served elsewhere.
    ///   - options: looked up for each of these requests.
    ///   - variable: looks a variable of the environment up.
    public init(
        client: HTTPClient, options: @escaping () -> RequestOptions, variable: @escaping (String) -> String?
    ) {
        self.client = client
        self.options = options
        self.variable = variable
    }

    /// The provider of `settings`. If what it needs is not configured, it answers each time with a sentence that says
    /// what to set.
    public func provider(_ settings: CredentialSettings) -> any CredentialProvider {
        let found: (any CredentialProvider)? =
            switch settings.source {
            case .auto: first(settings)
            case .environment: environment
            case .profile: profile(settings)
            case .process: process(settings)
            case .cognito: cognito(settings)
            case .iot: iot(settings)
            }
        return found ?? MissingCredentials(Self.advice(settings.source))
    }

    private func first(_ settings: CredentialSettings) -> (any CredentialProvider)? {
        if environment.isConfigured { return environment }
        if let profile = profile(settings), profile.isConfigured { return profile }
        return process(settings) ?? cognito(settings) ?? iot(settings)
    }

    private var environment: EnvironmentCredentials { EnvironmentCredentials(variable: variable) }

    private func profile(_ settings: CredentialSettings) -> ProfileCredentials? {
        settings.profileFile.map { ProfileCredentials(path: $0, profile: settings.profile) }
    }

    private func process(_ settings: CredentialSettings) -> RefreshingCredentials? {
        settings.command.map { RefreshingCredentials(ProcessCredentials(command: $0)) }
    }

    private func cognito(_ settings: CredentialSettings) -> RefreshingCredentials? {
        settings.cognito.map { RefreshingCredentials(CognitoCredentials($0, client: client, options: options)) }
    }

    private func iot(_ settings: CredentialSettings) -> RefreshingCredentials? {
        settings.iot.map { RefreshingCredentials(IoTCredentials($0, client: client, options: options)) }
    }

    private static func advice(_ source: CredentialSource) -> String {
        let keys =
            switch source {
            case .auto:
                "credentials.role-alias and its companions, credentials.identity-pool, credentials.command or "
                    + "credentials.file, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment"
            case .environment: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
            case .profile: "credentials.file"
            case .process: "credentials.command"
            case .cognito: "credentials.identity-pool"
            case .iot: "credentials.iot-endpoint, .role-alias, .certificate and .key"
            }
        return "No credentials are configured for credentials.source = \(source.rawValue): set \(keys)."
    }
}
