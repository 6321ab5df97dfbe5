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
    ///   - client: carries out what Cognito and AWS IoT are asked; the caller serves it.
    ///   - options: looked up for each of these requests.
    ///   - variable: looks up a variable of the environment.
    public static func provider(
        _ section: CredentialsSection, fips: Bool, identityFile: String?, client: HTTPClient,
        options: @escaping () -> RequestOptions,
        variable: @escaping (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> any CredentialProvider {
        var settings = CredentialSettings()
        settings.source = section.source
        settings.profile = section.profile
        settings.profileFile = section.file
        settings.command = section.command
        settings.cognito = section.identityPool.map { pool in
            CognitoCredentials.Settings(
                identityPool: pool, endpoint: section.cognitoEndpoint, fips: fips, identityFile: identityFile)
        }
        settings.iot = iot(section)
        return CredentialSources(client: client, options: options, variable: variable).provider(settings)
    }

    /// The uploader's own: certificates are judged by trusted time, and a Cognito identity is kept beside its store.
    static func provider(
        _ settings: UploaderSettings, client: HTTPClient, clock: SigningClock
    ) -> any CredentialProvider {
        let directory = settings.delivery.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let identityFile = (directory + ["cognito-identity"]).joined(separator: "/")
        return provider(
            settings.credentials, fips: settings.tracker.fips, identityFile: identityFile, client: client,
            options: {
                var options = RequestOptions()
                options.caFile = settings.tracker.caFile
                options.verificationTime = clock.trusted
                return options
            })
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
