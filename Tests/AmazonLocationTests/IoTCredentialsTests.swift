import AmazonLocation
import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

/// AWS IoT's credentials endpoint, played by nginx with mutual TLS.
@Suite(
    .enabled(if: Tool("nginx") != nil && Tool("openssl") != nil, "needs the programs nginx and openssl"),
    .timeLimit(.minutes(10)))
struct IoTCredentialsTests {
    private func credentials(
        _ status: Int, _ body: String, alias: String = "waypost,role", thing: String? = "truck-17"
    ) throws -> Result<Credentials, CallFailure> {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server") && authority.issue("device", "DNS:device"))
        let quoted = body.replacing("'", with: "")
        let server = """
            ssl_client_certificate \(authority.certificate); ssl_verify_client on;
            add_header Date 'Mon, 06 Feb 2023 04:54:46 GMT' always;
            location = /role-aliases/waypost,role/credentials {
              if ($http_x_amzn_iot_thingname != truck-17) { return 403 '{"message":"Invalid thing name passed"}'; }
              return \(status) '\(quoted)';
            }
            location / { return 404 '{"message":"Role alias does not exist"}'; }
            """
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: server))
        let client = try HTTPClient()
        let certificate = ClientCertificate(
            certificateFile: authority.directory.file("device.pem"), keyFile: authority.directory.file("device.key"))
        let settings = IoTCredentials.Settings(
            endpoint: "localhost:\(nginx.port)", roleAlias: alias, thingName: thing, certificate: certificate)
        let provider = IoTCredentials(settings, client: client) {
            var options = RequestOptions()
            options.caFile = authority.certificate
            return options
        }
        return try ProviderDriver(provider: provider, client: client).credentials()
    }

    private static let answer =
        #"{"credentials":{"accessKeyId":"ASIA","secretAccessKey":"hunter2","sessionToken":"hunter3","#
        + #""expiration":"2999-02-06T05:54:46Z"}}"#

    @Test func aDeviceGetsCredentialsForItsCertificate() throws {
        let credentials = try credentials(200, Self.answer).get()
        #expect(credentials.keys.accessKeyID == "ASIA")
        #expect(credentials.keys.secretAccessKey == "hunter2")
        #expect(credentials.keys.sessionToken == "hunter3")
        #expect((credentials.lifetime ?? 0) > 0)
        #expect(credentials.description == "credentials of access key ASIA from AWS IoT role alias waypost,role")
    }

    @Test func aRefusalSaysWhatToCheck() throws {
        let thing = try credentials(200, Self.answer, thing: "other").sentence
        #expect(thing.contains("Invalid thing name passed (status 403)") && thing.contains("thing other"))
        let alias = try credentials(200, Self.answer, alias: "none").sentence
        #expect(alias.contains("Role alias does not exist (status 404)") && alias.contains("role alias none"))
        let role = try credentials(400, #"{"message":"Unable to assume the role"}"#).sentence
        #expect(role.contains("Unable to assume the role (status 400)"))
    }

    @Test func whatPassesByItselfStaysTheServicesError() throws {
        for status in [429, 500, 503] {
            #expect(
                try credentials(status, #"{"message":"later"}"#)
                    == .failure(.service(ServiceError(status: status, code: "", message: "later"))))
        }
    }

    @Test func anOddAnswerIsNotTakenForCredentialsNorRepeated() throws {
        for body in ["{}", #"{"credentials":{"accessKeyId":"A","secretAccessKey":"hunter2"}}"#, "hunter2"] {
            guard case .failure(let failure) = try credentials(200, body), case .notTheService = failure else {
                Issue.record("taken for credentials: \(body)")
                continue
            }
            #expect(!failure.description.contains("hunter"))
        }
    }

    @Test func aMissingKeyFileIsNamed() throws {
        let client = try HTTPClient()
        let certificate = ClientCertificate(certificateFile: "/nonexistent.pem", keyFile: "/nonexistent.key")
        let settings = IoTCredentials.Settings(
            endpoint: "127.0.0.1:1", roleAlias: "a", thingName: nil, certificate: certificate)
        let provider = IoTCredentials(settings, client: client) { RequestOptions() }
        guard
            case .failure(.transport(let failure)) = try ProviderDriver(provider: provider, client: client)
                .credentials()
        else {
            Issue.record("no failure")
            return
        }
        #expect(failure.message.contains("127.0.0.1:1"))
    }
}
