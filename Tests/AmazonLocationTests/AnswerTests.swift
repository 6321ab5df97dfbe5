import AmazonLocation
import Positioning
import Testing
import Transport

/// What counts as an answer of the service, and what does not.
struct AnswerTests {
    private func read<Operation: TrackerOperation>(
        _ operation: Operation, _ status: Int, _ body: String, _ headers: [HTTPHeader] = []
    ) -> Result<Operation.Answer, CallFailure> {
        Result { () throws(CallFailure) in
            try operation.read(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
        }
    }

    private func failure(_ status: Int, _ body: String, _ headers: [HTTPHeader] = []) -> CallFailure? {
        if case .failure(let failure) = read(BatchUpdateDevicePosition([]), status, body, headers) {
            failure
        } else {
            nil
        }
    }

    private func error(_ status: Int, _ body: String, _ headers: [HTTPHeader] = []) -> ServiceError? {
        if case .service(let error) = failure(status, body, headers) { error } else { nil }
    }

    @Test func whatAStrangerSaysIsBoundedAndOneLine() throws {
        let words = String(repeating: "\\n\\u001b[31mno", count: 20_000)
        let message = try #require(error(400, #"{"__type":"ValidationException","message":""# + words + #""}"#)).message
        #expect(message.hasPrefix("  [31mno  [31mno"))
        #expect(message.count == 1000)
        let key = #""DeviceId":"a","SampleTime":"2026-11-30T10:00:00.000Z""#
        let said = #""Code":"\#(words)","Message":"\#(words)""#
        let errors = try read(BatchUpdateDevicePosition([]), 200, #"{"Errors":[{\#(key),"Error":{\#(said)}}]}"#).get()
        #expect(errors.map(\.message.count) == [1000])
        #expect(errors.map(\.code.count) == [1000])
    }

    @Test func anUpdateIsAcceptedOnlyWithAnArrayOfErrors() throws {
        let update = BatchUpdateDevicePosition([])
        #expect(try read(update, 200, #"{"Errors":[]}"#).get().isEmpty)
        for body in [
            "", "{}", "[]", "null", #"{"errors":[]}"#, #"{"Errors":{}}"#, #"{"Errors":null}"#, "<html>",
            "{\"Errors\":[",
        ] {
            guard case .failure(.notTheService(200, _)) = read(update, 200, body) else {
                Issue.record("'\(body)' was taken for success")
                continue
            }
        }
    }

    @Test func refusedUpdatesAreNamedByDeviceAndTime() throws {
        let body = """
            {"Errors":[{"DeviceId":"a","SampleTime":"2026-11-30T04:05:06.789Z",
            "Error":{"Code":"ValidationError","Message":"no"}},
            {"DeviceId":"b","SampleTime":"2026-11-30T04:05:07Z"}]}
            """
        let errors = try read(BatchUpdateDevicePosition([]), 200, body).get()
        #expect(
            errors == [
                UpdateError(
                    deviceID: "a", sampleTime: UTCTime(milliseconds: 1_796_011_506_789), code: "ValidationError",
                    message: "no"),
                UpdateError(
                    deviceID: "b", sampleTime: UTCTime(milliseconds: 1_796_011_507_000), code: "", message: ""),
            ])
        let nameless = #"{"Errors":[{"Error":{"Code":"ValidationError"}}]}"#
        #expect(throws: CallFailure.self) { try read(BatchUpdateDevicePosition([]), 200, nameless).get() }
    }

    @Test(arguments: [
        (
            "x-amzn-ErrorType", "ThrottlingException:http://internal.amazon.com/coral/com.amazon.coral.availability/",
            "{}"
        ),
        ("X-AMZN-ERRORTYPE", "ThrottlingException", #"{"__type":"Other"}"#),
        ("x", "x", #"{"__type":"com.amazonaws.geo#ThrottlingException"}"#),
        ("x", "x", #"{"code":"ThrottlingException","message":"m"}"#),
        ("x-amzn-errortype", "com.amazonaws.geo#ThrottlingException:http://x/", "not json"),
    ])
    func theErrorsNameIsFoundWhereverItStands(_ header: String, _ value: String, _ body: String) {
        #expect(error(400, body, [HTTPHeader(header, value)])?.code == "ThrottlingException")
    }

    @Test func aValidationExceptionNamesItsFields() {
        let body = """
            {"message":"1 validation error","reason":"FieldValidationFailed",
            "fieldList":[{"name":"updates.1","message":"too long"},{"name":"x"}]}
            """
        let error = error(400, body, [HTTPHeader("x-amzn-errortype", "ValidationException")])
        #expect(error?.message == "1 validation error; updates.1: too long; x: ?")
    }

    @Test(
        arguments: [
            ([("x-amz-retry-after", "1500"), ("retry-after", "9")], 1500), ([("Retry-After", "2")], 2000),
            ([("x-amz-retry-after", "-1"), ("Retry-After", "3")], 3000), ([("x-amz-retry-after", "soon")], nil),
            ([("Retry-After", "-2")], nil), ([("Retry-After", "99999999999")], nil),
            (
                [("Retry-After", "Mon, 30 Nov 2026 05:27:30 GMT"), ("Date", "Mon, 30 Nov 2026 05:27:00 GMT")],
                30_000
            ),
            ([("Retry-After", "Mon, 30 Nov 2026 05:27:30 GMT")], nil), ([], nil),
        ] as [([(String, String)], Int64?)])
    func theServiceMaySayHowLongToWait(_ headers: [(String, String)], _ expected: Int64?) {
        let error = error(503, "{}", headers.map { HTTPHeader($0.0, $0.1) })
        #expect(error?.retryAfter == expected)
    }

    @Test func whatIsNotTheServiceIsToldFromItsErrors() {
        for status in [301, 302, 307, 204, 200, 101, 400, 403, 404, 511 - 100] {
            guard case .notTheService(status, _) = failure(status, "<html>Please log in</html>") else {
                Issue.record("HTML with status \(status) was taken for the service")
                continue
            }
        }
        for status in [408, 429, 500, 502, 503, 504] {
            #expect(error(status, "<html>")?.status == status)
        }
        #expect(error(403, #"{"message":"Forbidden"}"#) == ServiceError(status: 403, code: "", message: "Forbidden"))
        let redirect = failure(302, "", [HTTPHeader("Location", "http://portal.example/login")])
        #expect(redirect?.description.contains("http://portal.example/login") == true)
    }

    @Test func aPositionIsReadWithAllItsMembers() throws {
        let body = """
            {"DevicePositions":[
            {"DeviceId":"d","SampleTime":"2026-11-30T04:05:06.789Z","ReceivedTime":"2026-11-30T04:06:00.000Z",
            "Position":[-122.33,47],"Accuracy":{"Horizontal":4.25},"PositionProperties":{"speed":"1","n":2}}]}
            """
        let history = GetDevicePositionHistory(deviceID: "d")
        let position = try #require(try read(history, 200, body).get().positions.first)
        #expect(position.deviceID == "d")
        #expect(position.position == Coordinate(latitude: 47, longitude: -122.33))
        #expect(position.receivedTime.since(position.sampleTime) == 53_211)
        #expect(position.horizontalAccuracy == 4.25)
        #expect(position.properties == ["speed": "1"])
        for missing in ["SampleTime", "ReceivedTime", "Position"] {
            let without = body.replacing("\"\(missing)\"", with: "\"x\"")
            #expect(throws: CallFailure.self) { try read(history, 200, without).get() }
        }
    }

    @Test func historyIsPagedToItsEndAndNeverInACircle() throws {
        let first = GetDevicePositionHistory(deviceID: "d")
        let page = try read(first, 200, #"{"DevicePositions":[],"NextToken":"t1"}"#).get()
        let second = try #require(first.next(after: page))
        #expect(second.nextToken == "t1")
        #expect(second.next(after: page) == nil)
        let last = try read(second, 200, #"{"DevicePositions":[]}"#).get()
        #expect(second.next(after: last) == nil)
        #expect(try read(second, 200, #"{"DevicePositions":[],"NextToken":""}"#).get().nextToken == nil)
        #expect(throws: CallFailure.self) { try read(first, 200, #"{"DevicePositions":[{}]}"#).get() }
    }

    @Test func aTrackerSaysHowItFilters() throws {
        func filtering(_ member: String) throws -> PositionFiltering? {
            let body = #"{"TrackerName":"t","TrackerArn":"arn"\#(member)}"#
            return try read(DescribeTracker(), 200, body).get().positionFiltering
        }
        #expect(try filtering("") == nil)
        #expect(try filtering(#","PositionFiltering":"TimeBased""#) == .timeBased)
        #expect(try filtering(#","PositionFiltering":"DistanceBased""#) == .distanceBased)
        #expect(try filtering(#","PositionFiltering":"AccuracyBased""#) == .accuracyBased)
        #expect(try filtering(#","PositionFiltering":"MoonBased""#)?.description == "MoonBased")
        #expect(throws: CallFailure.self) { try read(DescribeTracker(), 200, #"{"TrackerName":"t"}"#).get() }
    }

    @Test(arguments: ["Location", "Content-Type"])
    func aHeaderOfAStrangerIsBounded(name: String) throws {
        let accents = "x" + String(repeating: "\u{301}", count: 50_000)
        #expect(try #require(failure(302, "", [HTTPHeader(name, accents)])).description.utf8.count < 3000)
    }
}
