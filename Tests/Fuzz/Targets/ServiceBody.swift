import JSON
import Outbox
import Positioning
import Transport

@testable import AmazonLocation
@testable import Delivery

/// A body of an answer, read as every operation and every source of credentials reads it.
///
/// The first byte chooses the status, the second what became of the attempts before.
enum ServiceBody {
    private static let statuses = [200, 200, 200, 204, 301, 400, 403, 404, 408, 413, 429, 500, 503, 599]
    private static let now = UTCTime(seconds: 1_800_000_000)
    /// What may stand in a log line, a state file or a dead letter of the service's words.
    private static let longestSentence = 10_000

    static func check(_ input: [UInt8]) throws(Violation) {
        guard input.count >= 2 else { return }
        let body = Array(input[2...])
        let response = HTTPResponse(
            status: statuses[Int(input[0]) % statuses.count],
            headers: [
                HTTPHeader("Content-Type", "application/json"), HTTPHeader("Date", "Fri, 15 Jan 2027 08:00:00 GMT"),
            ],
            body: body)
        try checkUpdate(response, history: input[1])
        try checkQueries(response)
        try checkJSON(body)
    }

    // MARK: Operations

    /// What becomes of a batch: every fix of it has exactly one fate.
    private static func checkUpdate(_ response: HTTPResponse, history: UInt8) throws(Violation) {
        let fixes = (0..<3).map { second in
            StoredFix(
                id: Int64(second + 1), deviceID: "truck",
                fix: Fix(
                    sampleTime: UTCTime(seconds: 1_800_000_000 + Int64(second)), received: BootTime(milliseconds: 0),
                    mode: .twoD, coordinate: Coordinate(latitude: 1, longitude: 2)))
        }
        switch read(BatchUpdateDevicePosition([]), response) {
        case .success(let errors):
            try demand((200..<300).contains(response.status), "status \(response.status) is taken for success")
            for error in errors { try checkLength(error.code + error.message) }
            guard let answer = Answer(errors, to: fixes) else { return }
            let fates = answer.accepted.map(\.id) + answer.refused.map(\.fix.id)
            try demand(fates.sorted() == [1, 2, 3], "fates of the fixes: \(fates)")
        case .failure(let failure):
            try checkLength(failure.description)
            try demand((0...Int64.max).contains(failure.hint ?? 0), "a wait of \(failure.hint ?? 0) ms")
            let outcome = Outcome(failure)
            try demand(outcome != .answered, "a failure counts as an answer")
            let context = AttemptContext(
                fixes: Int(history & 3) + 1, refreshed: history & 4 != 0, corrected: history & 8 != 0,
                skew: history & 16 == 0 ? nil : 1_000_000, doubts: Int(history >> 5))
            let disposition = OutcomePolicy.disposition(of: outcome, in: context)
            try demand(disposition != .delivered, "a failure delivers: \(failure)")
            _ = Outcome(credentials: failure)
        }
    }

    private static func checkQueries(_ response: HTTPResponse) throws(Violation) {
        if case .success(let page) = read(GetDevicePositionHistory(deviceID: "truck", nextToken: "page-1"), response) {
            for position in page.positions { try check(position) }
            let next = GetDevicePositionHistory(deviceID: "truck", nextToken: "page-1").next(after: page)
            try demand(next?.nextToken != "page-1", "the same page again")
        }
        if case .success(let tracker) = read(DescribeTracker(), response) { _ = tracker.positionFiltering?.description }
    }

    private static func check(_ position: DevicePosition) throws(Violation) {
        let numbers = [position.position.latitude, position.position.longitude, position.horizontalAccuracy ?? 0]
        try demand(numbers.allSatisfy(\.isFinite), "a number is not finite: \(position)")
        _ = position.sampleTime.iso8601 + position.receivedTime.iso8601
    }

    private static func read<Operation: TrackerOperation>(
        _ operation: Operation, _ response: HTTPResponse
    ) -> Result<Operation.Answer, CallFailure> {
        do throws(CallFailure) {
            return .success(try operation.read(response))
        } catch {
            return .failure(error)
        }
    }

    private static func checkLength(_ sentence: String) throws(Violation) {
        try demand(sentence.utf8.count <= longestSentence, "a sentence of \(sentence.utf8.count) bytes")
    }

    // MARK: JSON and credentials

    /// What is read and written again reads the same.
    private static func checkJSON(_ body: [UInt8]) throws(Violation) {
        guard let value = try? JSONReader().read(body) else { return }
        var writer = JSONWriter()
        writer.value(value)
        let again = try? JSONReader(maximumSize: 8 << 20).read(writer.bytes)
        try demand(again == value, "written and read again it differs: \(writer.text)")
        try checkCredentials(value)
    }

    private static func checkCredentials(_ value: JSONValue) throws(Violation) {
        let found = [
            CredentialAnswer.process(value, at: now, source: "a process"),
            CredentialAnswer.cognito(value["Credentials"] ?? value, at: now, source: "a pool"),
            CredentialAnswer.iot(value["credentials"] ?? value, at: now, source: "a role alias"),
        ]
        for credentials in found.compactMap({ $0 }) {
            let keys = credentials.keys
            try demand(credentials.lifetime.map { $0 > 0 } ?? true, "credentials that are over: \(credentials)")
            let header = HTTPHeader("x-amz-security-token", keys.accessKeyID + (keys.sessionToken ?? ""))
            try demand(header.value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "credentials that no header can hold")
            for secret in [keys.secretAccessKey, keys.sessionToken ?? ""]
            where secret.utf8.count >= 8 && !keys.accessKeyID.contains(secret) {
                let shown = "\(credentials) \(keys) \(String(reflecting: keys))"
                try demand(!shown.contains(secret), "credentials show a secret: \(shown)")
            }
        }
    }
}
