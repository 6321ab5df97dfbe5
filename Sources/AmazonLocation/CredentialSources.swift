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
            switch Self.chosen(settings, variable: variable) {
            case .environment: EnvironmentCredentials(variable: variable)
            case .profile: Self.profile(settings)
            case .process: process(settings)
            case .cognito: cognito(settings)
            case .iot: iot(settings)
            case .auto, nil: nil
            }
        // What is missing of the one source that is named is said in that source's words.
        if found == nil, settings.source == .environment { return EnvironmentCredentials(variable: variable) }
        return found ?? MissingCredentials(Self.advice(settings.source))
    }

    /// The source that counts: the one that is named, else the first that is configured. Nil if nothing is; never
    /// `auto`. `variable` looks a variable of the environment up.
    public static func chosen(
        _ settings: CredentialSettings, variable: @escaping (String) -> String?
    ) -> CredentialSource? {
        func isConfigured(_ source: CredentialSource) -> Bool {
            switch source {
            case .auto: false
            case .environment: EnvironmentCredentials(variable: variable).isConfigured
            case .profile:
                settings.source == .profile ? settings.profileFile != nil : profile(settings)?.isConfigured == true
            case .process: settings.command != nil
            case .cognito: settings.cognito != nil
            case .iot: settings.iot != nil
            }
        }
        let candidates = settings.source == .auto ? CredentialSource.allCases : [settings.source]
        return candidates.first(where: isConfigured)
    }

    private static func profile(_ settings: CredentialSettings) -> ProfileCredentials? {
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
