import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@testable import AmazonLocation

@Suite(.timeLimit(.minutes(10)))
struct CognitoCredentialsTests {
    static let pool = "eu-central-1:12345678-90ab-cdef-1234-567890abcdef"
    static let identity = "eu-central-1:00000000-aaaa-bbbb-cccc-dddddddddddd"
    let directory = TemporaryDirectory()

    /// A Cognito of which the test says what it answers to each operation.
    final class Service: Sendable {
        let requests = Mutex<[String]>([])
        let answers = Mutex<[String: (Int, String)]>([
            "GetId": (200, #"{"IdentityId":"\#(identity)"}"#),
            "GetCredentialsForIdentity": (
                200,
                #"{"IdentityId":"\#(identity)","Credentials":{"AccessKeyId":"ASIA","SecretKey":"hunter2","#
                    + #""SessionToken":"hunter3","Expiration":1796018406.789}}"#
            ),
        ])

        func start() -> ScriptedServer {
            ScriptedServer { [self] connection in
                while let request = connection.readRequest() {
                    requests.withLock { $0.append(request) }
                    let (status, body) = answers.withLock { answers in
                        answers.first { request.contains("Service.\($0.key)\r\n") }?.value ?? (404, "")
                    }
                    connection.answer(status, body, headers: ["Date: Mon, 30 Nov 2026 05:00:00 GMT"])
                }
            }
        }

        func set(_ operation: String, _ status: Int, _ body: String) {
            answers.withLock { $0[operation] = (status, body) }
        }

        var operations: [String] {
            requests.withLock { requests in
                requests.compactMap {
                    $0.components(separatedBy: "Service.").last?.components(separatedBy: "\r\n").first
                }
            }
        }
    }

    private func driver(_ server: ScriptedServer, file: String? = nil, lentBy lender: String? = nil) throws
        -> ProviderDriver
    {
        let client = try HTTPClient()
        let settings = CognitoCredentials.Settings(
            identityPool: Self.pool, endpoint: "http://127.0.0.1:\(server.port)", identityFile: file,
            lentIdentityFile: lender)
        let provider = CognitoCredentials(settings, client: client) { RequestOptions() }
        return ProviderDriver(provider: provider, client: client)
    }

    @Test func aGuestGetsCredentialsWithALifetimeByTheServicesClock() throws {
        let service = Service()
        let server = service.start()
        let credentials = try driver(server).credentials().get()
        #expect(credentials.keys.accessKeyID == "ASIA")
        #expect(credentials.keys.secretAccessKey == "hunter2")
        #expect(credentials.keys.sessionToken == "hunter3")
        #expect(credentials.lifetime == 3_606_789)
        #expect(service.operations == ["GetId", "GetCredentialsForIdentity"])
        let requests = service.requests.withLock { $0 }
        #expect(requests[0].hasSuffix("\r\n\r\n{\"IdentityPoolId\":\"\(Self.pool)\"}"))
        #expect(requests[1].hasSuffix("\r\n\r\n{\"IdentityId\":\"\(Self.identity)\"}"))
        #expect(
            requests.allSatisfy { $0.hasPrefix("POST / HTTP/1.1\r\n") && !$0.lowercased().contains("authorization") })
        #expect(requests.allSatisfy { $0.contains("content-type: application/x-amz-json-1.1\r\n") })
    }

    @Test func theIdentityIsAskedForOnceAndKeptOverARestart() throws {
        let service = Service()
        let server = service.start()
        let file = directory.file("identity")
        for _ in 0..<2 {
            let driver = try driver(server, file: file)
            _ = try driver.credentials().get()
            _ = try driver.credentials().get()
        }
        #expect(service.operations.filter { $0 == "GetId" }.count == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(Self.pool)\n\(Self.identity)\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func anIdentityThatIsLentIsTakenAndItsFileIsLeftAlone() throws {
        let service = Service()
        let server = service.start()
        let (file, lent) = (directory.file("identity"), directory.file("lent"))
        let text = "\(Self.pool)\n\(Self.identity)\n"
        try text.write(toFile: lent, atomically: true, encoding: .utf8)
        _ = try driver(server, file: file, lentBy: lent).credentials().get()
        #expect(service.operations == ["GetCredentialsForIdentity"])
        #expect(!FileManager.default.fileExists(atPath: file))
        service.set("GetCredentialsForIdentity", 400, #"{"__type":"ResourceNotFoundException","message":"gone"}"#)
        _ = try driver(server, file: file, lentBy: lent).credentials()
        #expect(try String(contentsOfFile: lent, encoding: .utf8) == text)
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func theIdentityOfAnotherPoolIsNotUsed() throws {
        let service = Service()
        let server = service.start()
        let file = directory.file("identity")
        try "eu-west-1:other\n\(Self.identity)\n".write(toFile: file, atomically: true, encoding: .utf8)
        _ = try driver(server, file: file).credentials().get()
        #expect(service.operations.first == "GetId")
    }

    @Test func anIdentityThatIsGoneIsReplacedOnce() throws {
        let service = Service()
        let server = service.start()
        let file = directory.file("identity")
        try "\(Self.pool)\n\(Self.identity)\n".write(toFile: file, atomically: true, encoding: .utf8)
        service.set("GetCredentialsForIdentity", 400, #"{"__type":"ResourceNotFoundException","message":"gone"}"#)
        let sentence = try driver(server, file: file).credentials().sentence
        #expect(sentence.contains("ResourceNotFoundException, gone"))
        #expect(service.operations == ["GetCredentialsForIdentity", "GetId", "GetCredentialsForIdentity"])
    }

    @Test(arguments: [
        "InvalidParameterException", "ResourceNotFoundException", "NotAuthorizedException",
        "InvalidIdentityPoolConfigurationException", "ResourceConflictException",
    ])
    func aRefusalThatOnlyAPersonCanMendSaysWhatToCheck(_ name: String) throws {
        let service = Service()
        let server = service.start()
        service.set("GetId", 400, #"{"__type":"com.amazonaws.cognito#\#(name)","message":"No."}"#)
        let sentence = try driver(server).credentials().sentence
        #expect(sentence.contains("\(name), No.") && sentence.contains(Self.pool) && sentence.contains("guest"))
    }

    @Test(arguments: [
        "TooManyRequestsException", "InternalErrorException", "ExternalServiceException", "LimitExceededException",
    ])
    func whatPassesByItselfStaysTheServicesError(_ name: String) throws {
        let service = Service()
        let server = service.start()
        service.set("GetCredentialsForIdentity", 400, #"{"__type":"\#(name)"}"#)
        #expect(
            try driver(server).credentials()
                == .failure(.service(ServiceError(status: 400, code: name, message: ""))))
    }

    @Test(arguments: [
        "{}",
        #"{"Credentials":{"AccessKeyId":"ASIA","SecretAccessKey":"hunter2","SessionToken":"t","Expiration":1796018406}}"#,
        #"{"Credentials":{"AccessKeyId":"A","SecretKey":"hunter2","SessionToken":"t","Expiration":"2026-11-30T06:00:00Z"}}"#,
        #"{"Credentials":{"AccessKeyId":"A","SecretKey":"hunter2","SessionToken":"t","Expiration":1}}"#,
        #"{"Credentials":{"AccessKeyId":"A\r\nX: y","SecretKey":"hunter2","SessionToken":"t","Expiration":1796018406}}"#,
        #"{"Credentials":{"AccessKeyId":"A","SecretKey":"hunter2" "x"#, "<html>hunter2</html>",
    ])
    func anOddAnswerIsNotTakenForCredentialsNorRepeated(_ body: String) throws {
        let service = Service()
        let server = service.start()
        service.set("GetCredentialsForIdentity", 200, body)
        guard case .failure(let failure) = try driver(server).credentials(), case .notTheService = failure else {
            Issue.record("taken for credentials: \(body)")
            return
        }
        #expect(!"\(failure) \(String(reflecting: failure))".contains("hunter"))
    }

    @Test(arguments: [
        ("eu-central-1:x", false, "https://cognito-identity.eu-central-1.amazonaws.com/"),
        ("us-gov-west-1:x", true, "https://cognito-identity-fips.us-gov-west-1.amazonaws.com/"),
        ("cn-north-1:x", false, "https://cognito-identity.cn-north-1.amazonaws.com.cn/"),
    ])
    func theEndpointFollowsFromThePool(_ pool: String, _ fips: Bool, _ url: String) {
        #expect(CognitoCredentials.Settings(identityPool: pool, fips: fips).url == url)
    }
}
