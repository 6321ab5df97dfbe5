import Foundation
import Positioning
import TestSupport
import Testing

@testable import Transport

/// TLS against nginx, with certificates of an authority made for the test.
@Suite(
    .enabled(if: Tool("nginx") != nil && Tool("openssl") != nil, "needs the programs nginx and openssl"),
    .timeLimit(.minutes(10)))
struct TLSTests {
    private static let answers = """
        location / { return 200 '{"v":"$server_protocol","c":"$connection"}'; }
        """

    private func result(
        _ nginx: Nginx, _ client: HTTPClient? = nil, host: String = "localhost", ca: String?, at time: UTCTime? = nil,
        certificate: ClientCertificate? = nil
    ) throws -> Result<HTTPResponse, TransportFailure> {
        var options = RequestOptions()
        options.caFile = ca
        options.verificationTime = time
        options.clientCertificate = certificate
        let request = HTTPRequest(method: "GET", url: "https://\(host):\(nginx.port)/")
        return try (client ?? HTTPClient()).result(of: request, options: options)
    }

    private func body(_ result: Result<HTTPResponse, TransportFailure>) -> String {
        String(decoding: result.response?.body ?? [], as: UTF8.self)
    }

    @Test func aPrivateAuthorityIsTrustedWhenNamed() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server"))
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: Self.answers))
        let named = try result(nginx, ca: authority.certificate)
        #expect(named.response?.status == 200, "\(named)")
        let unnamed = try result(nginx, ca: nil).failure
        #expect(unnamed?.kind == .tls)
        #expect(unnamed?.message.contains("ca-file") == true)
    }

    @Test func http2IsUsedWhereOfferedWithAllRequestsOnOneConnection() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server"))
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: Self.answers))
        let client = try HTTPClient()
        var options = RequestOptions()
        options.caFile = authority.certificate
        var bodies: [String] = []
        for _ in 0..<12 {
            let request = HTTPRequest(method: "GET", url: "https://localhost:\(nginx.port)/")
            client.start(request, options: options, now: HTTPClient.now) { bodies.append(self.body($0)) }
        }
        #expect(client.drive { bodies.count == 12 })
        #expect(Set(bodies).count == 1 && bodies.first?.contains("HTTP/2.0") == true, "\(Set(bodies))")
    }

    @Test func http11IsUsedWhereHTTP2IsNotOffered() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server"))
        let nginx = try #require(
            Nginx(authority: authority, certificate: "server", listen: "ssl", server: Self.answers))
        let client = try HTTPClient()
        let first = try result(nginx, client, ca: authority.certificate)
        let second = try result(nginx, client, ca: authority.certificate)
        #expect(body(first).contains("HTTP/1.1"))
        #expect(body(first) == body(second))
    }

    @Test func anotherHostsCertificateIsRefused() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server", "DNS:elsewhere.example"))
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: Self.answers))
        #expect(try result(nginx, ca: authority.certificate).failure?.kind == .tls)
    }

    @Test func anExpiredCertificateIsBlamedOnTheTimeOfThisMachine() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server", expired: true))
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: Self.answers))
        let expired = try result(nginx, ca: authority.certificate).failure
        #expect(expired?.kind == .certificateTime)
        #expect(expired?.message.contains("has expired by the clock of this machine") == true)
    }

    @Test func aCertificateIsJudgedAsOfTheGivenTime() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server"))
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: Self.answers))
        let before = UTCTime(seconds: 0)
        let early = try result(nginx, ca: authority.certificate, at: before).failure
        #expect(early?.kind == .certificateTime)
        #expect(early?.message.contains("is not valid yet as of 1970-01-01T00:00:00.000Z") == true)
        let late = try result(nginx, ca: authority.certificate, at: UTCTime(seconds: 4_102_444_800)).failure
        #expect(late?.kind == .certificateTime)
        #expect(late?.message.contains("has expired as of 2100-01-01") == true)
        let now = UTCTime(seconds: Int64(Date().timeIntervalSince1970) + 60)
        #expect(try result(nginx, ca: authority.certificate, at: now).response?.status == 200)
    }

    @Test func aServerMayAskForAClientCertificate() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server") && authority.issue("device", "DNS:device"))
        let server = """
            ssl_client_certificate \(authority.certificate); ssl_verify_client optional;
            location / { return 200 '$ssl_client_verify'; }
            """
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: server))
        let certificate = ClientCertificate(
            certificateFile: authority.directory.file("device.pem"), keyFile: authority.directory.file("device.key"))
        let client = try HTTPClient()
        #expect(body(try result(nginx, client, ca: authority.certificate, certificate: certificate)) == "SUCCESS")
        #expect(body(try result(nginx, client, ca: authority.certificate)) == "NONE")
        let wrong = ClientCertificate(certificateFile: "/nonexistent.pem", keyFile: "/nonexistent.key")
        let failure = try result(nginx, ca: authority.certificate, certificate: wrong).failure
        #expect(failure?.kind == .tls)
        #expect(failure?.message.contains("/nonexistent.pem") == true)
    }

    @Test func aMissingAuthorityFileIsNamed() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server"))
        let nginx = try #require(Nginx(authority: authority, certificate: "server", server: Self.answers))
        let failure = try result(nginx, ca: "/nonexistent/ca.pem").failure
        #expect(failure?.kind == .tls)
        #expect(failure?.message.contains("/nonexistent/ca.pem") == true)
    }

    @Test func aSecondConnectionResumesTheSession() throws {
        let authority = try #require(TestAuthority())
        #expect(authority.issue("server"))
        let server = """
            ssl_session_cache builtin; keepalive_timeout 0;
            location / { return 200 '$ssl_session_reused'; }
            """
        let nginx = try #require(
            Nginx(authority: authority, certificate: "server", listen: "ssl", server: server))
        let client = try HTTPClient()
        let bodies = try (0..<3).map { _ in body(try result(nginx, client, ca: authority.certificate)) }
        #expect(bodies == [".", "r", "r"])
    }
}
