import Foundation
import Positioning
import Testing

@testable import LocalTracker

struct FaultPlanTests {
    static func plan(_ match: String, _ action: String) -> String {
        "{\"rules\":[{\"match\":{\(match)},\"do\":{\(action)}}]}"
    }

    @Test(arguments: [
        ("\"nth\":2", [200, 429, 200, 200]), ("\"first\":2", [429, 429, 200, 200]),
        ("\"every\":2", [200, 429, 200, 429]), ("", [429, 429, 429, 429]),
        ("\"operation\":\"GetDevicePosition\"", [200, 200, 200, 200]),
        ("\"contains\":\"nosuch\"", [200, 200, 200, 200]),
    ])
    func aRuleChoosesItsRequests(_ match: String, _ statuses: [Int]) throws {
        let local = try LocalService(
            faults: Self.plan(match, "\"status\":429,\"error\":\"ThrottlingException\""))
        #expect(try statuses.map { _ in try local.ask("GET", "trackers/all").status } == statuses)
    }

    @Test func aRuleCanLookForASampleTime() throws {
        let local = try LocalService(
            faults: Self.plan(
                "\"contains\":\"1970-01-01T00:00:05.000Z\"", "\"status\":400,\"error\":\"ValidationException\""))
        let bad = LocalService.batch([LocalService.update(at: UTCTime(seconds: 5))])
        #expect(try local.ask("POST", "trackers/all/positions", bad).status == 400)
        #expect(try local.counts("all")?.received == 0)
        try local.update("all", at: [6])
    }

    @Test func anErrorHasTheNameTheWordsAndTheHeadersOfThePlan() throws {
        let local = try LocalService(
            faults: Self.plan(
                "",
                """
                "status":503,"error":"SlowDown","message":"later","headers":{"x-amz-retry-after":"700"},"latency-ms":20
                """))
        let reply = local.reply("GET", "trackers/all")
        #expect(reply.answer.status == 503)
        #expect(reply.delay == 20)
        #expect(reply.answer.headers.contains(Answer.Header(name: "x-amzn-ErrorType", value: "SlowDown")))
        #expect(reply.answer.headers.contains(Answer.Header(name: "x-amz-retry-after", value: "700")))
        #expect(String(decoding: reply.answer.body, as: UTF8.self) == "{\"message\":\"later\"}")
    }

    @Test func errorsOfSingleUpdatesAreNotStored() throws {
        let items =
            "\"items\":[{\"sample-time\":\"1970-01-01T00:00:02Z\",\"code\":\"ThrottlingError\",\"message\":\"slow\"},{\"index\":2}]"
        let local = try LocalService(faults: Self.plan("", items))
        let updates = [1, 2, 3].map { LocalService.update(at: UTCTime(seconds: $0)) }
        let (status, body) = try local.ask("POST", "trackers/all/positions", LocalService.batch(updates))
        #expect(status == 200)
        let errors = try #require(body["Errors"] as? [[String: Any]])
        #expect(errors.map { ($0["Error"] as? [String: String])?["Code"] } == ["ThrottlingError", "ValidationError"])
        #expect(try local.counts("all")?.stored == 1)
    }

    @Test(arguments: [
        ("\"cut\":\"before\"", Reply.Ending.cut, 0), ("\"cut\":\"after\"", .cut, 1),
        ("\"cut\":\"halfway\"", .cutHalfway, 1),
        ("\"status\":500", .whole, 0), ("\"status\":500,\"store\":true", .whole, 1), ("\"html\":\"<p>\"", .whole, 0),
    ])
    func theBatchIsStoredOrNotAsPlanned(_ action: String, _ ending: Reply.Ending, _ stored: Int64) throws {
        let local = try LocalService(faults: Self.plan("", action))
        let batch = LocalService.batch([LocalService.update(at: UTCTime(seconds: 1))])
        #expect(local.reply("POST", "trackers/all/positions", batch).ending == ending)
        #expect(try local.counts("all")?.stored == stored)
    }

    @Test func htmlAnswersAreNotJSON() throws {
        let local = try LocalService(faults: Self.plan("", "\"html\":\"<html>Log in</html>\""))
        let answer = local.reply("GET", "trackers/all").answer
        #expect(answer.status == 200)
        #expect(answer.headers.first?.value == "text/html; charset=utf-8")
    }

    @Test func aTruncatedAnswerEndsInTheMiddle() throws {
        let whole = try LocalService().reply("GET", "trackers/all").answer.body
        let local = try LocalService(faults: Self.plan("", "\"truncate\":true"))
        #expect(local.reply("GET", "trackers/all").answer.body == Array(whole.prefix((whole.count + 1) / 2)))
    }

    @Test func theDateCanBeWrong() throws {
        let local = try LocalService(faults: Self.plan("", "\"date-offset-s\":-3600"))
        #expect(local.reply("GET", "trackers/all").date == local.service.now.advanced(by: -3_600_000))
    }

    @Test(arguments: [
        "", "[]", "{\"rules\":{}}", "{\"rules\":[],\"more\":1}", "{\"rules\":[{\"match\":{}}]}",
        "{\"rules\":[{\"do\":{\"statsu\":500}}]}", "{\"rules\":[{\"match\":{\"operation\":\"Fly\"},\"do\":{}}]}",
        "{\"rules\":[{\"match\":{\"nth\":1,\"every\":2},\"do\":{}}]}",
        "{\"rules\":[{\"match\":{\"nth\":0},\"do\":{}}]}",
        "{\"rules\":[{\"do\":{\"cut\":\"later\"}}]}", "{\"rules\":[{\"do\":{\"status\":99}}]}",
        "{\"rules\":[{\"do\":{\"items\":[{\"sample-time\":\"noon\"}]}}]}", "{\"rules\":[{\"do\":{\"truncate\":1}}]}",
        "{\"rules\":[{\"do\":{\"date-offset-s\":9223372036854775807}}]}",
        "{\"rules\":[{\"do\":{\"latency-ms\":9223372036854775807}}]}", "{\"rules\":[{\"do\":{\"latency-ms\":-1}}]}",
        "{\"rules\":[{\"do\":{\"error\":\"Slow\\u007FDown\"}}]}",
        "{\"rules\":[{\"do\":{\"headers\":{\"a\":\"b\\r\\nc: d\"}}}]}",
    ])
    func whatIsNotUnderstoodIsAnError(_ text: String) {
        #expect(throws: FaultPlanError.self) { try FaultPlan(json: text) }
    }
}
