import AmazonLocation
import Positioning
import Signing
import Testing
import Transport

struct RequestTests {
    private func endpoint() throws -> TrackerEndpoint {
        try TrackerEndpoint(region: "eu-central-1")
    }

    private func update(accuracy: Double? = nil, properties: [PositionUpdate.Property] = []) -> PositionUpdate {
        PositionUpdate(
            deviceID: "truck-17", sampleTime: UTCTime(milliseconds: 1_796_011_506_789),
            position: Coordinate(latitude: 47.61000000004, longitude: -122.33), horizontalAccuracy: accuracy,
            properties: properties)
    }

    private func text(_ request: HTTPRequest) -> String {
        String(decoding: request.body, as: UTF8.self)
    }

    @Test func anUpdateIsCompact() throws {
        let request = BatchUpdateDevicePosition([update(accuracy: 4.2), update(properties: [.init("speed", "13.4")])])
            .request(to: try endpoint(), tracker: "Fleet_1.a-b")
        #expect(request.method == "POST")
        #expect(
            request.url
                == "https://tracking.geo.eu-central-1.amazonaws.com/tracking/v0/trackers/Fleet_1.a-b/positions")
        #expect(request.headers == [HTTPHeader("content-type", "application/json")])
        #expect(
            text(request)
                == #"{"Updates":[{"DeviceId":"truck-17","SampleTime":"2026-11-30T04:05:06.789Z","#
                + #""Position":[-122.33,47.61],"Accuracy":{"Horizontal":4.2}},"#
                + #"{"DeviceId":"truck-17","SampleTime":"2026-11-30T04:05:06.789Z","Position":[-122.33,47.61],"#
                + #""PositionProperties":{"speed":"13.4"}}]}"#)
    }

    @Test(
        arguments: [
            (-1.0, "0"), (0, "0"), (12.345678, "12.35"), (1e9, "10000000"), (.infinity, "10000000"), (.nan, nil),
        ] as [(Double, String?)])
    func theAccuracyIsWhatTheServiceAccepts(_ accuracy: Double, _ expected: String?) throws {
        let body = text(
            BatchUpdateDevicePosition([update(accuracy: accuracy)]).request(to: try endpoint(), tracker: "t"))
        #expect(body.contains("Accuracy") == (expected != nil))
        if let expected { #expect(body.contains("\"Accuracy\":{\"Horizontal\":\(expected)}")) }
    }

    @Test func aWholeSecondIsSentWithoutMilliseconds() throws {
        var whole = update()
        whole.sampleTime = UTCTime(milliseconds: 1_796_011_506_000)
        let body = text(BatchUpdateDevicePosition([whole]).request(to: try endpoint(), tracker: "t"))
        #expect(body.contains(#""SampleTime":"2026-11-30T04:05:06Z","#))
    }

    @Test func theSameUpdatesAreTheSameBytes() throws {
        let batch = BatchUpdateDevicePosition([update(accuracy: 1), update()])
        #expect(try batch.request(to: endpoint(), tracker: "t") == batch.request(to: endpoint(), tracker: "t"))
    }

    @Test func namesArePercentEncodedInPaths() throws {
        let request = GetDevicePositionHistory(deviceID: "café-車7").request(to: try endpoint(), tracker: "t")
        #expect(request.url.hasSuffix("/trackers/t/devices/caf%C3%A9-%E8%BB%8A7/list-positions"))
        let dots = GetDevicePositionHistory(deviceID: "..").request(to: try endpoint(), tracker: ".")
        #expect(dots.url.hasSuffix("/trackers/%2E/devices/%2E%2E/list-positions"))
    }

    @Test func historyAsksForWhatIsSet() throws {
        let all = GetDevicePositionHistory(deviceID: "d").request(to: try endpoint(), tracker: "t")
        #expect(text(all) == #"{"MaxResults":100}"#)
        #expect(all.url.hasSuffix("/tracking/v0/trackers/t/devices/d/list-positions"))
        let part = GetDevicePositionHistory(
            deviceID: "d", from: UTCTime(seconds: 0), to: UTCTime(seconds: 1), maximumResults: 7, nextToken: "a/b\"")
        #expect(
            text(part.request(to: try endpoint(), tracker: "t"))
                == #"{"NextToken":"a/b\"","StartTimeInclusive":"1970-01-01T00:00:00.000Z","#
                + #""EndTimeExclusive":"1970-01-01T00:00:01.000Z","MaxResults":7}"#)
    }

    @Test func aTrackerIsDescribedByTheControlPlane() throws {
        let request = DescribeTracker().request(to: try endpoint(), tracker: "t")
        #expect(request.url == "https://cp.tracking.geo.eu-central-1.amazonaws.com/tracking/v0/trackers/t")
    }

    /// The signature was computed by botocore 1.44.8 from the same request and instant.
    @Test func aSignedRequestIsTheOneThatBotocoreSigns() throws {
        let token = "IQoJb3JpZ2luX2VjEXAMPLE//////////wEaCXVzLWVhc3QtMSJ+/=="
        let credentials = Credentials(
            keys: SigningCredentials(
                accessKeyID: "AKIAWAYPOSTEXAMPLE0", secretAccessKey: "n0tASecret/ButLongEnough+ToLookLikeOne12",
                sessionToken: token), source: "test")
        let request = BatchUpdateDevicePosition([update(accuracy: 4.2)])
            .request(to: try endpoint(), tracker: "Fleet_1.a-b")
        var signer = RequestSigner(region: "eu-central-1")
        let signed = signer.sign(request, with: credentials, at: try #require(UTCTime(iso8601: "2026-11-30T05:27:00Z")))
        #expect(signed.body == request.body && signed.url == request.url)
        #expect(
            signed.headers.map(\.name) == ["content-type", "x-amz-date", "x-amz-security-token", "authorization"])
        #expect(
            signed.header("authorization")?.hasSuffix(
                "Signature=17a7258914a96236373eb96a8a294347d5b7fa1289fe73f9083deb97b8916b99") == true)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://example.org:443", "example.org"),
        ("https://example.org:8443/base", "example.org:8443"), ("http://[::1]:80", "[::1]"),
    ])
    func theSignedHostIsTheOneOnTheWire(_ override: String, _ host: String) throws {
        let request = DescribeTracker().request(to: try TrackerEndpoint(override: override), tracker: "t")
        let keys = SigningCredentials(accessKeyID: "AK", secretAccessKey: "SK")
        var signer = RequestSigner(region: "us-east-1")
        let now = UTCTime(seconds: 1_800_000_000)
        let signed = signer.sign(request, with: Credentials(keys: keys, source: "test"), at: now)
        var verifier = SignatureVerifier(region: "us-east-1", service: "geo")
        let path = override.hasSuffix("/base") ? "/base/tracking/v0/trackers/t" : "/tracking/v0/trackers/t"
        let headers = [(name: "Host", value: host)] + signed.headers.map { (name: $0.name, value: $0.value) }
        #expect(
            try verifier.verify(method: "GET", path: path, query: "", headers: headers, body: [], now: now) { _ in keys
            }
                == "AK")
    }
}
