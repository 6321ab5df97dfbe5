import AmazonLocation
import Configuration
import Glibc

/// The credential provider that the settings ask for.
enum CredentialChoice {
    static func provider(_ settings: UploaderSettings) -> any CredentialProvider {
        EnvironmentCredentials { name in getenv(name).map { String(cString: $0) } }
    }
}
