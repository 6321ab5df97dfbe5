import AWSNames
import AmazonLocation
import Foundation
import Signing
import TestSupport
import Testing
import Transport

struct CredentialSourcesTests {
    let directory = TemporaryDirectory()

    private func sources(_ environment: [String: String] = [:]) throws -> CredentialSources {
        CredentialSources(client: try HTTPClient(), options: { RequestOptions() }, variable: { environment[$0] })
    }

    private func everything() throws -> CredentialSettings {
        var settings = CredentialSettings()
        settings.profileFile = directory.file("credentials")
        settings.command = "printf x"
        settings.cognito = CognitoCredentials.Settings(identityPool: "eu-central-1:x")
        settings.iot = IoTCredentials.Settings(
            endpoint: "e", roleAlias: "a", thingName: nil,
            certificate: ClientCertificate(certificateFile: "c", keyFile: "k"))
        let text = "[default]\naws_access_key_id=AKIFILE\naws_secret_access_key=s\n"
        try text.write(toFile: directory.file("credentials"), atomically: true, encoding: .utf8)
        chmod(directory.file("credentials"), 0o600)
        return settings
    }

    private static let environment = ["AWS_ACCESS_KEY_ID": "AKIENV", "AWS_SECRET_ACCESS_KEY": "s"]

    @Test func autoTakesTheFirstThatIsConfigured() throws {
        var settings = try everything()
        let first = try sources(Self.environment).provider(settings)
        #expect(try ProviderDriver(provider: first).credentials().keyID == "AKIENV")
        let second = try sources().provider(settings)
        #expect(try ProviderDriver(provider: second).credentials().keyID == "AKIFILE")
        settings.profileFile = directory.file("nowhere")
        #expect(try sources().provider(settings) is RefreshingCredentials)
    }

    @Test func whatIsNotConfiguredIsSaid() throws {
        for source in CredentialSource.allCases where source != .environment {
            var settings = CredentialSettings()
            settings.source = source
            let sentence = try ProviderDriver(provider: sources().provider(settings)).credentials().sentence
            #expect(sentence.contains("credentials.source = \(source.rawValue): set "))
        }
    }

    @Test func aNamedSourceIsTheOnlyOne() throws {
        var settings = try everything()
        settings.source = .profile
        let provider = try sources(Self.environment).provider(settings)
        #expect(try ProviderDriver(provider: provider).credentials().keyID == "AKIFILE")
        settings.source = .environment
        let environment = try sources().provider(settings)
        #expect(try ProviderDriver(provider: environment).credentials().sentence.contains("AWS_ACCESS_KEY_ID"))
    }

    @Test func anEmptyVariableIsNone() throws {
        var environment = Self.environment
        environment["AWS_SESSION_TOKEN"] = ""
        let provider = EnvironmentCredentials { environment[$0] }
        #expect(try ProviderDriver(provider: provider).credentials().get().keys.sessionToken == nil)
        environment["AWS_SECRET_ACCESS_KEY"] = ""
        let without = EnvironmentCredentials { [environment] in environment[$0] }
        #expect(try ProviderDriver(provider: without).credentials().keyID == nil)
    }

    @Test func secretsAreNotPrinted() throws {
        let keys = SigningCredentials(accessKeyID: "AKI", secretAccessKey: "hunter2", sessionToken: "hunter3")
        let credentials = Credentials(keys: keys, lifetime: 1, source: "test")
        var printed =
            "\(credentials) \(String(reflecting: credentials)) \(Result<Credentials, CallFailure>.success(credentials))"
        dump(credentials, to: &printed)
        var signer = RequestSigner(region: "eu-central-1")
        let request = DescribeTracker().request(to: try TrackerEndpoint(region: "eu-central-1"), tracker: "t")
        _ = signer.sign(request, with: credentials, at: ProviderDriver.now.utc)
        dump(signer, to: &printed)
        #expect(printed.contains("AKI") && !printed.contains("hunter"))
    }
}
