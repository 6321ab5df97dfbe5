import AmazonLocation
import Configuration

/// The credential provider that the settings ask for.
enum CredentialChoice {
    /// - Parameter variable: looks up a variable of the environment.
    static func provider(
        _ settings: CredentialsSection, variable: @escaping (String) -> String?
    ) -> any CredentialProvider {
        EnvironmentCredentials(variable: variable)
    }
}
