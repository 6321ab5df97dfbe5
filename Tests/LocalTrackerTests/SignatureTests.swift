import Foundation
import Positioning
import Signing
import Testing

@testable import LocalTracker

struct SignatureTests {
    let local: LocalService

    init() throws {
        local = try LocalService()
    }

    @Test func aWrongSignatureIsRefusedWithTheNamesOfAWS() throws {
        var request = local.request("GET", "trackers/all")
        let index = try #require(request.headers.firstIndex { $0.name == "authorization" })
        request.headers[index].value = request.headers[index].value.replacingOccurrences(
            of: "Signature=", with: "Signature=00")
        expect(request, "InvalidSignatureException")
    }

    @Test func aChangedBodyIsRefused() {
        var request = local.request("POST", "list-trackers", "{}")
        request.body = Array("{ }".utf8)
        expect(request, "InvalidSignatureException")
    }

    @Test func anUnknownKeyIsRefused() {
        expect(signed(id: "AKIDOTHER"), "UnrecognizedClientException")
    }

    @Test func aMissingSignatureIsRefused() {
        expect(Request(method: "GET", path: "/tracking/v0/trackers/all"), "MissingAuthenticationTokenException")
    }

    @Test func anIncompleteSignatureIsRefused() {
        var request = Request(method: "GET", path: "/tracking/v0/trackers/all")
        request.headers = [("Authorization", "AWS4-HMAC-SHA256 Credential=x"), ("X-Amz-Date", "20270115T080000Z")]
        expect(request, "IncompleteSignatureException")
    }

    @Test(arguments: [(-301_000, false), (-299_000, true), (299_000, true), (301_000, false)])
    func fiveMinutesOfSkewAreAccepted(_ milliseconds: Int64, _ isAccepted: Bool) {
        let request = local.request("GET", "trackers/all")
        local.service.now = local.service.now.advanced(by: milliseconds)
        let answer = local.service.reply(to: request).answer
        #expect(answer.status == (isAccepted ? 200 : 403))
        if !isAccepted { expect(request, "InvalidSignatureException") }
    }

    @Test func aSignatureForAnotherServiceIsRefused() {
        expect(signed(service: "s3"), "InvalidSignatureException")
    }

    @Test func aTokenThatTheKeyDoesNotHaveIsRefused() {
        expect(signed(token: "token"), "UnrecognizedClientException")
    }

    @Test func theSignatureIsCheckedBeforeTheRequestIsValidated() {
        var request = local.request("POST", "trackers/all/positions", "{}")
        request.body = Array("nonsense".utf8)
        expect(request, "InvalidSignatureException")
    }

    @Test func withoutKeysEveryKeyMaySignButMustSign() throws {
        let store = try TrackerStore(path: local.directory.file("open.db"))
        let open = TrackerService(store: store, keys: [])
        open.now = local.service.now
        #expect(open.reply(to: signed(id: "AKIDOTHER")).answer.status == 404)
        #expect(open.reply(to: Request(method: "GET", path: "/tracking/v0/trackers/all")).answer.status == 403)
        open.now = open.now.advanced(by: 400_000)
        #expect(open.reply(to: signed(id: "AKIDOTHER")).answer.status == 403)
    }

    @Test func anUnknownPathIsNoOperation() {
        let answer = local.reply("GET", "nowhere").answer
        #expect(answer.status == 404)
        #expect(name(of: answer) == "UnknownOperationException")
    }

    private func signed(id: String = "AKIDTEST", service: String = "geo", token: String? = nil) -> Request {
        var request = Request(method: "GET", path: "/tracking/v0/trackers/all")
        request.headers = [("Host", "localhost")]
        var signer = Signer(region: "us-east-1", service: service)
        let credentials = SigningCredentials(accessKeyID: id, secretAccessKey: "secret", sessionToken: token)
        request.headers += signer.sign(
            method: "GET", path: request.path, headers: request.headers, body: [], credentials: credentials,
            at: local.service.now)
        return request
    }

    private func expect(_ request: Request, _ code: String) {
        let answer = local.service.reply(to: request).answer
        #expect(answer.status == 403)
        #expect(name(of: answer) == code)
    }

    private func name(of answer: Answer) -> String? {
        answer.headers.first { $0.name == "x-amzn-ErrorType" }?.value
    }
}
