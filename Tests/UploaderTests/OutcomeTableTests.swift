import Foundation
import Outbox
import TestSupport
import Testing

/// Every row of the table of outcomes, driven through the real uploader and `waypost-tracker` with its fault plan; what
/// counts is the state of the stores afterwards.
@Suite(.timeLimit(.minutes(10))) struct OutcomeTableTests {
    private struct Row {
        var name: String
        /// The `do` of the fault plan's rule.
        var fault: String
        /// Further members of its `match`: which requests of this box fail; all if empty.
        var match = ""
        var delivered: Int64 = 3
        var dead: Int64 = 0
        var repeated: Int64 = 0
        /// The word of the hold that a drain ends with; nil if it ends well.
        var hold: String?
    }

    private static let once = #""first": 1"#

    private static func passing(_ name: String, _ fault: String, repeated: Int64 = 0) -> Row {
        Row(name: name, fault: fault, match: once, repeated: repeated)
    }

    private static func held(_ name: String, _ fault: String, _ hold: String) -> Row {
        Row(name: name, fault: fault, delivered: 0, hold: hold)
    }

    private static func error(_ status: Int, _ code: String) -> String {
        #"{"status": \#(status), "error": "\#(code)"}"#
    }

    private static func item(_ code: String) -> String { #"{"items": [{"index": 1, "code": "\#(code)"}]}"# }

    private static let passingRows: [Row] = [
        passing("throttled", error(429, "ThrottlingException")),
        passing("throttled-by-name", error(400, "ThrottlingException")),
        passing("internal", error(500, "InternalServerException"), repeated: 3),
        passing("500", #"{"status": 500}"#, repeated: 3),
        passing("502", #"{"status": 502}"#, repeated: 3),
        passing("503", #"{"status": 503}"#, repeated: 3),
        passing("504", #"{"status": 504}"#, repeated: 3),
        passing("408", #"{"status": 408}"#, repeated: 3),
        passing("stored-but-500", #"{"status": 500, "store": true}"#, repeated: 3),
        passing("cut-before", #"{"cut": "before"}"#, repeated: 3),
        passing("cut-after", #"{"cut": "after"}"#, repeated: 3),
        passing("cut-halfway", #"{"cut": "halfway"}"#, repeated: 3),
        passing("truncated", #"{"truncate": true}"#, repeated: 3),
        passing("portal-once", #"{"html": "<html>log in</html>"}"#, repeated: 3),
        passing("skewed", error(403, "RequestTimeTooSkewed")),
        passing("expired-request", error(403, "RequestExpired")),
        passing("in-the-future", error(403, "RequestInTheFuture")),
        passing("expired-token", error(403, "ExpiredTokenException")),
        passing("unknown-key-once", error(403, "UnrecognizedClientException")),
        passing("item-throttled", item("ThrottlingError")),
        passing("item-internal", item("InternalServerError")),
        passing("item-conflict", item("ConflictError")),
        passing("item-unknown", item("SomethingNew")),
    ]

    private static let heldRows: [Row] = [
        held("portal", #"{"html": "<html>log in</html>"}"#, "impostor"),
        held("redirect", #"{"status": 302, "headers": {"Location": "http://127.0.0.1:1/"}}"#, "impostor"),
        held("empty-200", #"{"status": 200}"#, "impostor"),
        held("always-skewed", error(403, "RequestTimeTooSkewed"), "clock"),
        held("signature", error(403, "InvalidSignatureException"), "credentials"),
        held("signature-2", error(403, "SignatureDoesNotMatch"), "credentials"),
        held("auth-failure", error(403, "AuthFailure"), "credentials"),
        held("always-expired", error(403, "ExpiredTokenException"), "credentials"),
        held("unknown-key", error(403, "UnrecognizedClientException"), "credentials"),
        held("no-token", error(403, "MissingAuthenticationToken"), "credentials"),
        held("incomplete", error(400, "IncompleteSignature"), "credentials"),
        held("denied", error(403, "AccessDeniedException"), "permission"),
        held("no-tracker", error(404, "ResourceNotFoundException"), "tracker"),
        held("quota", error(402, "ServiceQuotaExceededException"), "account"),
        held("conflict", error(409, "ConflictException"), "account"),
        held("all-refused", error(400, "ValidationException"), "refused-alike"),
        held("413", error(413, "RequestEntityTooLarge"), "refused-alike"),
        held("422", error(422, "UnprocessableEntity"), "refused-alike"),
    ]

    private static let itemRows: [Row] = [
        Row(name: "item-refused", fault: item("ValidationError"), delivered: 2, dead: 1),
        Row(name: "item-denied", fault: item("AccessDeniedError"), delivered: 2, hold: "permission"),
        Row(name: "item-no-tracker", fault: item("ResourceNotFoundError"), delivered: 2, hold: "tracker"),
        Row(
            name: "one-refused", fault: error(400, "ValidationException"), match: #""time": 2"#, delivered: 2, dead: 1),
    ]

    @Test func everyOutcomeLeavesTheStoresAsTheTableSays() throws {
        let rows = Self.passingRows + Self.heldRows + Self.itemRows
        let tracker = try LocalTrackerProcess(plan: Self.plan(rows))
        var running: [(row: Row, box: Box, uploader: UploaderProcess)] = []
        for row in rows {
            let box = try Box(fixes: 3, deviceID: Self.device(row))
            running.append((row, box, try box.uploader(tracker.url, ["--drain"])))
        }
        for (row, box, uploader) in running {
            #expect(uploader.exitCode(within: 120) == (row.hold == nil ? 0 : 75), "\(row.name)")
            let counters = try box.counters()
            #expect(counters.delivered == row.delivered, "\(row.name)")
            #expect(counters.dead == row.dead, "\(row.name)")
            #expect(counters.repeated == row.repeated, "\(row.name)")
            #expect(try Int64(box.deadLetters().count) == row.dead, "\(row.name)")
            let settled = try box.resolved().reduce(0) { $0 + $1.count }
            #expect(settled == Int(row.delivered + row.dead), "\(row.name)")
            if let hold = row.hold { #expect(box.state.contains(#""hold":"\#(hold)""#), "\(row.name): \(box.state)") }
        }
    }

    /// An outcome that no answer of the tracker can bring about.
    private struct Obstacle {
        var name: String
        var url: String
        var set: [String] = []
        /// The word of the hold that a drain ends with; nil if it ends with a back-off.
        var hold: String?
        var says: String
    }

    /// The service is not reached, not trusted or not understood, or there is nothing to sign with: nothing is settled,
    /// and the outbox is as it was.
    @Test func whatKeepsARequestFromTheServiceSettlesNothing() throws {
        let refusal = #"{"status": 400, "error": "NotAuthorizedException"}"#
        let guests = try LocalTrackerProcess(
            plan: #"{"rules": [{"match": {"operation": "GetId"}, "do": \#(refusal)}]}"#)
        let babble = ScriptedServer { connection in
            _ = connection.readRequest()
            connection.send("this is no HTTP\r\n\r\n")
        }
        let pool = "credentials.identity-pool=eu-central-1:12345678-1234-1234-1234-123456789012"
        // A part of a name has 63 characters at most: no name server is asked, which might not answer for long.
        let nowhere = "https://" + String(repeating: "x", count: 64) + ".invalid"
        try expectNothingSettled([
            Obstacle(name: "nobody-listens", url: "http://127.0.0.1:1", says: "No connection to"),
            Obstacle(name: "no-such-name", url: nowhere, says: "could not be looked up"),
            Obstacle(
                name: "no-http", url: "http://127.0.0.1:\(babble.port)", hold: "request", says: "The request to"),
            Obstacle(
                name: "no-credentials", url: guests.url,
                set: ["credentials.source=profile", "credentials.file=/nonexistent/credentials"],
                hold: "credentials", says: "/nonexistent/credentials"),
            Obstacle(
                name: "process-fails", url: guests.url,
                set: ["credentials.source=process", "credentials.command=false"], hold: "credentials", says: "false"),
            Obstacle(
                name: "pool-refuses", url: guests.url,
                set: ["credentials.source=cognito", pool, "credentials.cognito-endpoint=\(guests.url)"],
                hold: "credentials", says: "NotAuthorizedException"),
            Obstacle(
                name: "pool-away", url: guests.url,
                set: ["credentials.source=cognito", pool, "credentials.cognito-endpoint=http://127.0.0.1:1"],
                says: "No connection to"),
        ])
    }

    @Test func aCertificateThatProvesNothingSettlesNothing() throws {
        let authority = try #require(TestAuthority(), "openssl makes no authority")
        try #require(authority.issue("good") && authority.issue("old", expired: true), "openssl makes no certificate")
        let files = authority.directory
        func tracker(_ name: String) throws -> LocalTrackerProcess {
            try LocalTrackerProcess(
                plan: #"{"rules": []}"#, certificate: (files.file("\(name).pem"), files.file("\(name).key")))
        }
        let (unknown, old) = (try tracker("good"), try tracker("old"))
        try expectNothingSettled([
            Obstacle(name: "unknown-authority", url: unknown.url, hold: "trust", says: "certificate"),
            Obstacle(
                name: "old-certificate", url: old.url, set: ["tracker.ca-file=\(authority.certificate)"],
                hold: "clock", says: "certificate"),
        ])
    }

    private func expectNothingSettled(_ rows: [Obstacle]) throws {
        var running: [(row: Obstacle, box: Box, uploader: UploaderProcess)] = []
        for row in rows {
            let box = try Box(fixes: 3, deviceID: "box.\(row.name)")
            let set = row.set + ["delivery.max-back-off=1s"]
            running.append((row, box, try box.uploader(row.url, ["--drain", "--json"], set: set)))
        }
        for (row, box, uploader) in running {
            #expect(uploader.exitCode(within: 120) == 75, "\(row.name)")
            #expect(uploader.standardOutput().contains(#""pending":3,"#), "\(row.name)")
            let (counters, resolved) = (try box.counters(), try box.resolved())
            #expect(counters.delivered == 0 && counters.dead == 0 && resolved.isEmpty, "\(row.name)")
            #expect(counters.repeated == 0, "\(row.name)")
            if let hold = row.hold { #expect(box.state.contains(#""hold":"\#(hold)""#), "\(row.name): \(box.state)") }
            #expect(box.state.contains(row.says), "\(row.name): \(box.state)")
        }
    }

    private static func device(_ row: Row) -> String { "box.\(row.name)." }

    /// One rule for each row, told apart by the device.
    private static func plan(_ rows: [Row]) -> String {
        let rules = rows.map { row in
            let isOne = row.match.contains("time")
            let text = isOne ? "\\\"\(device(row))\\\",\\\"SampleTime\\\":\\\"\(Box.time(2).prefix(19))" : device(row)
            let match = row.match.isEmpty || isOne ? "" : ", " + row.match
            return #"{"match": {"operation": "BatchUpdateDevicePosition", "contains": "\#(text)"\#(match)}, "#
                + #""do": \#(row.fault)}"#
        }
        return #"{"rules": [\#(rules.joined(separator: ",\n"))]}"#
    }
}
