import Foundation
import Positioning
import Signing
import TestSupport
import Testing

@testable import LocalTracker

struct IssuedCredentialsTests {
    static let pool = "eu-central-1:0a1b2c3d-0000-4000-8000-000000000000"

    let directory = TemporaryDirectory()
    let service: TrackerService

    init() throws {
        let now = UTCTime(milliseconds: 1_800_000_000_400)
        let store = try TrackerStore(path: directory.file("tracker.db"))
        try store.ensure([("all", .none)], now: now)
        service = TrackerService(
            store: store, keys: [], issuer: CredentialIssuer(identityPools: [Self.pool], roleAliases: ["fleet"]))
        service.now = now
    }

    @Test func aGuestGetsCredentialsThatSignUntilTheyExpire() throws {
        let identity = try #require(try cognito("GetId", ["IdentityPoolId": Self.pool]).body["IdentityId"] as? String)
        #expect(Names.isIdentity(identity))
        let body = try cognito("GetCredentialsForIdentity", ["IdentityId": identity]).body
        let given = try #require(body["Credentials"] as? [String: Any])
        #expect(given["Expiration"] as? Int == 1_800_003_600)
        let credentials = SigningCredentials(
            accessKeyID: given["AccessKeyId"] as? String ?? "", secretAccessKey: given["SecretKey"] as? String ?? "",
            sessionToken: given["SessionToken"] as? String)
        #expect(update("any", credentials).status == 200)
        service.now = UTCTime(seconds: 1_800_003_600)
        let expired = update("any", credentials)
        #expect(expired.status == 403)
        #expect(name(of: expired) == "ExpiredTokenException")
    }

    @Test func credentialsNeedTheirToken() throws {
        var credentials = try roleCredentials()
        credentials.sessionToken = nil
        #expect(name(of: update("any", credentials)) == "UnrecognizedClientException")
        credentials.sessionToken = "another"
        #expect(name(of: update("any", credentials)) == "UnrecognizedClientException")
    }

    @Test(arguments: [
        ("GetId", ["IdentityPoolId": "eu-central-1:ffff"], "ResourceNotFoundException"),
        ("GetId", ["IdentityPoolId": "nonsense"], "InvalidParameterException"),
        ("GetId", [:], "InvalidParameterException"),
        ("GetCredentialsForIdentity", ["IdentityId": "eu-central-1:ffff"], "ResourceNotFoundException"),
    ])
    func cognitoRefusesInTheFormOfJSON11(_ operation: String, _ body: [String: String], _ code: String) throws {
        let (answer, members) = try cognito(operation, body)
        #expect(answer.status == 400)
        #expect(members["__type"] as? String == code)
        #expect(answer.headers.contains(Answer.Header(name: "Content-Type", value: "application/x-amz-json-1.1")))
    }

    @Test func aDeviceWithACertificateWritesOnlyItsOwnTrack() throws {
        let credentials = try roleCredentials(thing: "truck-17")
        #expect(update("truck-17", credentials).status == 200)
        let foreign = update("truck-18", credentials)
        #expect(foreign.status == 403)
        #expect(name(of: foreign) == "AccessDeniedException")
    }

    @Test(arguments: [
        (Peer.nobody, "fleet", nil, 403, "Certificate is invalid on this endpoint"),
        (.unknown, "fleet", nil, 403, "Certificate is invalid on this endpoint"),
        (.certified(commonName: "truck-17"), "fleet", "truck-18", 403, "Invalid thing name passed"),
        (.certified(commonName: "truck-17"), "other", "truck-17", 404, "Role alias does not exist"),
    ])
    func noRoleWithoutAGoodCertificateForAKnownAlias(
        _ peer: Peer, _ alias: String, _ thing: String?, _ status: Int, _ message: String
    ) throws {
        let answer = role(peer, alias: alias, thing: thing)
        #expect(answer.status == status)
        let body = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        #expect(body?["message"] == message)
    }

    @Test func whenCredentialsAreGivenOutNoOtherKeyMaySign() {
        let stray = SigningCredentials(accessKeyID: "AKIDSTRAY", secretAccessKey: "x")
        #expect(name(of: update("any", stray)) == "UnrecognizedClientException")
    }

    @Test func credentialsOutliveTheProcess() throws {
        let credentials = try roleCredentials()
        #expect(service.commit() == nil)
        let store = try leftStore(in: directory)
        #expect(try store.identities.find(credentials.accessKeyID)?.credentials == credentials)
    }

    private func cognito(_ operation: String, _ body: [String: String]) throws -> (answer: Answer, body: [String: Any])
    {
        var request = Request(method: "POST", path: "/")
        request.headers = [("X-Amz-Target", "AWSCognitoIdentityService.\(operation)")]
        request.body = Array(try JSONSerialization.data(withJSONObject: body))
        let answer = service.reply(to: request).answer
        let members = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return (answer, members ?? [:])
    }

    private func role(_ peer: Peer, alias: String = "fleet", thing: String? = nil) -> Answer {
        var request = Request(method: "GET", path: "/role-aliases/\(alias)/credentials")
        if let thing { request.headers = [("x-amzn-iot-thingname", thing)] }
        request.peer = { peer }
        return service.reply(to: request).answer
    }

    private func roleCredentials(thing: String? = nil) throws -> SigningCredentials {
        let answer = role(.certified(commonName: "truck-17"), thing: thing)
        let body = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: [String: String]]
        let given = try #require(body?["credentials"])
        #expect(given["expiration"] == "2027-01-15T09:00:00Z")
        return SigningCredentials(
            accessKeyID: given["accessKeyId"] ?? "", secretAccessKey: given["secretAccessKey"] ?? "",
            sessionToken: given["sessionToken"])
    }

    private func update(_ device: String, _ credentials: SigningCredentials) -> Answer {
        let body = LocalService.batch([LocalService.update(at: UTCTime(seconds: 1000), device: device)])
        var request = Request(method: "POST", path: "/tracking/v0/trackers/all/positions", body: Array(body.utf8))
        request.headers = [("Host", "localhost")]
        var signer = Signer(region: "eu-central-1", service: "geo")
        request.headers += signer.sign(
            method: "POST", path: request.path, headers: request.headers, body: request.body,
            credentials: credentials, at: service.now)
        return service.reply(to: request).answer
    }

    private func name(of answer: Answer) -> String? {
        answer.headers.first { $0.name == "x-amzn-ErrorType" }?.value
    }
}
