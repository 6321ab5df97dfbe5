import Positioning
import Signing

@testable import AmazonLocation
@testable import Transport

/// The head of an answer, a line at a time, and all that is read out of it.
enum ServiceHead {
    private static let now = UTCTime(seconds: 1_800_000_000)

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let first = input.first else { return }
        var answer = ReceivedAnswer(limit: 100)
        var taken = 0
        for line in input.dropFirst().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isAccepted = (line + Array("\r\n".utf8)).withUnsafeBytes { answer.addHeaderLine($0) }
            taken += line.count + 2
            try demand(isAccepted == (taken <= 64 << 10), "\(taken) bytes of head")
            guard isAccepted else { return }
        }
        let body = Array(repeating: UInt8(ascii: "x"), count: Int(first))
        try demand(body.withUnsafeBytes { answer.addBody($0) } == (body.count <= 100), "\(body.count) bytes of body")
        let status = [200, 302, 400, 429, 503][Int(first) % 5]
        try check(answer.response(status: status))
    }

    private static func check(_ response: HTTPResponse) throws(Violation) {
        try demand(response.body.count <= 100, "\(response.body.count) bytes of body were kept")
        if let wait = RetryAfter.read(response) { try demand(wait >= 0, "a wait of \(wait) ms") }
        do throws(CallFailure) {
            _ = try ServiceAnswer.json(of: response)
        } catch {
            try demand(error.description.utf8.count <= 10_000, "a sentence of \(error.description.utf8.count) bytes")
        }
        _ = CredentialAnswer.time(of: response, or: now).iso8601
        try checkClock(response)
    }

    /// Whatever date the answer bears, requests can be signed, and the next right answer puts it right.
    private static func checkClock(_ response: HTTPResponse) throws(Violation) {
        var clock = ClockOffset()
        clock.learn(from: response, sent: UTCTime(milliseconds: 0), received: UTCTime(milliseconds: 900_000))
        var signer = RequestSigner(region: "eu-central-1")
        let keys = SigningCredentials(accessKeyID: "ID", secretAccessKey: "SECRET")
        let signed = signer.sign(
            HTTPRequest(method: "GET", url: "https://example.org/"), with: Credentials(keys: keys, source: "a test"),
            at: clock.corrected(UTCTime(milliseconds: 1_000_000_000_000)))
        try demand(signed.headers.allSatisfy(\.isOneLine), "a signed header is not one line: \(signed.headers)")
        let right = HTTPResponse(status: 200, headers: [HTTPHeader("Date", "Fri, 15 Jan 2027 08:00:00 GMT")], body: [])
        clock.learn(from: right, sent: UTCTime(milliseconds: 0), received: UTCTime(milliseconds: 0))
        try demand(clock.corrected(UTCTime(milliseconds: 0)) == now, "the clock stays wrong: \(clock)")
    }
}
