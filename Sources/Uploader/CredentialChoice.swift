import AmazonLocation
import Configuration
import Glibc

/// The credential provider that the settings ask for.
public enum CredentialChoice {
    /// A provider for `[credentials]`. `variable` looks up a variable of the environment.
    public static func provider(
        _ settings: CredentialsSection,
        variable: @escaping (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> any CredentialProvider {
        EnvironmentCredentials(variable: variable)
    }
}
