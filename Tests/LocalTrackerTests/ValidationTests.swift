import Foundation
import Positioning
import Testing

@testable import LocalTracker

struct ValidationTests {
    static let time = "\"SampleTime\":\"2027-01-15T08:00:00.000Z\""
    static let place = "\"Position\":[8.5,47.25]"
    static let long = String(repeating: "ä", count: 101)

    /// Bodies of BatchUpdateDevicePosition with one fault each: the member at fault and the reason.
    static let faults: [(String, String, String)] = [
        ("{}", "updates", "Missing"),
        ("{\"Updates\":[]}", "updates", "FieldValidationFailed"),
        ("{\"Updates\":{}}", "updates", "CannotParse"),
        ("{\"Updates\":[7]}", "updates.1.member", "CannotParse"),
        ("{\"Updates\":[{\(time),\(place)}]}", "updates.1.member.deviceId", "Missing"),
        ("{\"Updates\":[{\"DeviceId\":null,\(time),\(place)}]}", "updates.1.member.deviceId", "Missing"),
        ("{\"Updates\":[{\"DeviceId\":7,\(time),\(place)}]}", "updates.1.member.deviceId", "CannotParse"),
        ("{\"Updates\":[{\"DeviceId\":\"\",\(time),\(place)}]}", "updates.1.member.deviceId", "FieldValidationFailed"),
        (
            "{\"Updates\":[{\"DeviceId\":\"a:b\",\(time),\(place)}]}", "updates.1.member.deviceId",
            "FieldValidationFailed"
        ),
        (
            "{\"Updates\":[{\"DeviceId\":\"\(long)\",\(time),\(place)}]}", "updates.1.member.deviceId",
            "FieldValidationFailed"
        ),
        ("{\"Updates\":[{\"DeviceId\":\"d\",\(place)}]}", "updates.1.member.sampleTime", "Missing"),
        (with("\"SampleTime\":\"yesterday\"", place), "updates.1.member.sampleTime", "CannotParse"),
        (with("\"SampleTime\":\"2027-01-15\"", place), "updates.1.member.sampleTime", "CannotParse"),
        (with("\"SampleTime\":1800000000", place), "updates.1.member.sampleTime", "CannotParse"),
        ("{\"Updates\":[{\"DeviceId\":\"d\",\(time)}]}", "updates.1.member.position", "Missing"),
        (with(time, "\"Position\":[8.5]"), "updates.1.member.position", "FieldValidationFailed"),
        (with(time, "\"Position\":[8.5,47.25,400]"), "updates.1.member.position", "FieldValidationFailed"),
        (with(time, "\"Position\":[\"8.5\",47.25]"), "updates.1.member.position", "CannotParse"),
        (with(time, "\(place),\"Accuracy\":{}"), "updates.1.member.accuracy.horizontal", "Missing"),
        (with(time, "\(place),\"Accuracy\":4"), "updates.1.member.accuracy", "CannotParse"),
        (accuracy("-0.1"), "updates.1.member.accuracy.horizontal", "FieldValidationFailed"),
        (accuracy("10000001"), "updates.1.member.accuracy.horizontal", "FieldValidationFailed"),
        (accuracy("\"4\""), "updates.1.member.accuracy.horizontal", "CannotParse"),
        (properties("[]"), "updates.1.member.positionProperties", "CannotParse"),
        (
            properties("{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\",\"e\":\"5\"}"),
            "updates.1.member.positionProperties", "FieldValidationFailed"
        ),
        (properties("{\"\":\"1\"}"), "updates.1.member.positionProperties.key", "FieldValidationFailed"),
        (
            properties("{\"abcdefghijklmnopqrstu\":\"1\"}"), "updates.1.member.positionProperties.key",
            "FieldValidationFailed"
        ),
        (properties("{\"a\":\"\"}"), "updates.1.member.positionProperties.value", "FieldValidationFailed"),
        (properties("{\"a\":1}"), "updates.1.member.positionProperties.value", "CannotParse"),
        (
            properties("{\"a\":\"\(String(repeating: "x", count: 151))\"}"),
            "updates.1.member.positionProperties.value", "FieldValidationFailed"
        ),
        ("{\"Updates\":", "body", "CannotParse"),
        ("[]", "body", "CannotParse"),
    ]

    static func with(_ time: String, _ rest: String) -> String {
        "{\"Updates\":[{\"DeviceId\":\"d\",\(time),\(rest)}]}"
    }

    static func accuracy(_ value: String) -> String { with(time, "\(place),\"Accuracy\":{\"Horizontal\":\(value)}") }

    static func properties(_ value: String) -> String { with(time, "\(place),\"PositionProperties\":\(value)") }

    @Test(arguments: faults)
    func aFaultInAnyMemberRefusesTheRequest(_ body: String, _ member: String, _ reason: String) throws {
        let local = try LocalService()
        let (status, answer) = try local.ask("POST", "trackers/all/positions", body)
        #expect(status == 400)
        #expect(answer["reason"] as? String == reason)
        let fields = try #require(answer["fieldList"] as? [[String: String]])
        #expect(fields.map { $0["name"] } == [member])
        #expect(try local.counts("all")?.received == 0)
    }

    @Test func validationComesBeforeTheTrackerIsLookedUp() throws {
        let local = try LocalService()
        #expect(try local.ask("POST", "trackers/nosuch/positions", "{}").status == 400)
        let update = LocalService.batch([LocalService.update(at: UTCTime(seconds: 0))])
        let (status, answer) = try local.ask("POST", "trackers/nosuch/positions", update)
        #expect(status == 404)
        #expect(answer["message"] as? String == "Tracker not found: nosuch.")
    }

    @Test func elevenUpdatesAreTooMany() throws {
        let local = try LocalService()
        let updates = (0..<11).map { LocalService.update(at: UTCTime(seconds: Int64($0))) }
        #expect(try local.ask("POST", "trackers/all/positions", LocalService.batch(updates)).status == 400)
        let ten = LocalService.batch(Array(updates.prefix(10)))
        #expect(try local.ask("POST", "trackers/all/positions", ten).status == 200)
    }

    @Test func theLongestValuesAreAccepted() throws {
        let local = try LocalService()
        let properties = (0..<4).map {
            "\"\(String(repeating: "k", count: 19))\($0)\":\"\(String(repeating: "é", count: 150))\""
        }
        let more = ",\"Accuracy\":{\"Horizontal\":1e7},\"PositionProperties\":{\(properties.joined(separator: ","))}"
        let device = String(repeating: "車", count: 100)
        let update = LocalService.update(
            at: UTCTime(seconds: 0), device: device, longitude: -180, latitude: 90, more: more)
        let (status, answer) = try local.ask("POST", "trackers/all/positions", LocalService.batch([update]))
        #expect(status == 200)
        #expect((answer["Errors"] as? [Any])?.isEmpty == true)
    }

    @Test func aPlaceOutOfRangeIsAnErrorOfThatUpdateAlone() throws {
        let local = try LocalService()
        let updates = [
            LocalService.update(at: UTCTime(seconds: 1)),
            LocalService.update(at: UTCTime(seconds: 2), longitude: 180.1),
            LocalService.update(at: UTCTime(seconds: 3), latitude: -90.5),
        ]
        let (status, answer) = try local.ask("POST", "trackers/all/positions", LocalService.batch(updates))
        #expect(status == 200)
        let errors = try #require(answer["Errors"] as? [[String: Any]])
        #expect(errors.map { $0["SampleTime"] as? String } == ["1970-01-01T00:00:02.000Z", "1970-01-01T00:00:03.000Z"])
        let details = errors.map { $0["Error"] as? [String: String] }
        #expect(details.map { $0?["Code"] } == ["ValidationError", "ValidationError"])
        #expect(
            details.map { $0?["Message"] } == [
                "longitude must be between -180 and 180 degrees", "latitude must be between -90 and 90 degrees",
            ])
        let counts = try #require(try local.counts("all"))
        #expect((counts.received, counts.stored, counts.refused) == (3, 1, 2))
    }
}
