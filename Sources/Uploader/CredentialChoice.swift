import AWSNames
import AmazonLocation
import Configuration
import Glibc
import Transport

/// The credential provider that the settings ask for.
public enum CredentialChoice {
    /// A provider for `[credentials]`.
    ///
    /// - Parameters:
    ///   - fips: ask the FIPS endpoint of Cognito, as `tracker.fips` wants it.
    ///   - identityFile: where a Cognito identity is kept; nil to ask for one at each start.
    ///   - lentIdentityFile: where another program keeps its own, which is taken if it can be read.
    ///   - client: carries out what Cognito and AWS IoT are asked; the caller serves it.
    ///   - options: looked up for each of these requests.
    ///   - variable: looks up a variable of the environment.
    public static func provider(
        _ section: CredentialsSection, fips: Bool, identityFile: String?, lentIdentityFile: String? = nil,
        client: HTTPClient,
        options: @escaping () -> RequestOptions,
        variable: @escaping (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> any CredentialProvider {
        var settings = settings(section)
        settings.cognito?.fips = fips
        settings.cognito?.identityFile = identityFile
        settings.cognito?.lentIdentityFile = lentIdentityFile
        return CredentialSources(client: client, options: options, variable: variable).provider(settings)
    }

    /// Which of the sources counts; nil if what it needs is not set. Never `auto`.
    public static func source(
        _ section: CredentialsSection, variable: @escaping (String) -> String?
    ) -> CredentialSource? {
        CredentialSources.chosen(settings(section), variable: variable)
    }

    /// Where the uploader keeps its Cognito identity, beside its store at `path`.
    public static func identityFile(besides path: String) -> String {
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return (directory + ["cognito-identity"]).joined(separator: "/")
    }

    private static func settings(_ section: CredentialsSection) -> CredentialSettings {
        var settings = CredentialSettings()
        settings.source = section.source
        settings.profile = section.profile
        settings.profileFile = section.file
        settings.command = section.command
        settings.cognito = section.identityPool.map { pool in
            CognitoCredentials.Settings(identityPool: pool, endpoint: section.cognitoEndpoint)
        }
        settings.iot = iot(section)
        return settings
    }

    /// The uploader's own: certificates are judged by trusted time, and a Cognito identity is kept beside its store.
    static func provider(
        _ settings: UploaderSettings, client: HTTPClient, clock: SigningClock
    ) -> any CredentialProvider {
        provider(
            settings.credentials, fips: settings.tracker.fips,
            identityFile: identityFile(besides: settings.delivery.path), client: client,
            options: { RequestOptions(caFile: settings.tracker.caFile, verificationTime: clock.trusted) })
    }

    /// Nil unless all that a role alias needs is set.
    private static func iot(_ section: CredentialsSection) -> IoTCredentials.Settings? {
        guard let endpoint = section.iotEndpoint, let alias = section.roleAlias,
            let certificate = section.certificate, let key = section.key
        else { return nil }
        return IoTCredentials.Settings(
            endpoint: endpoint, roleAlias: alias, thingName: section.thingName,
            certificate: ClientCertificate(certificateFile: certificate, keyFile: key))
    }
}
