import Positioning
import Signing
import Testing

/// Requests as waypost sends them. The signatures were computed by botocore 1.44.8 from the same request and instant.
struct SignerTests {
    static let token = "IQoJb3JpZ2luX2VjEXAMPLE//////////wEaCXVzLWVhc3QtMSJ+/=="

    static func credentials(token: String? = nil) -> SigningCredentials {
        SigningCredentials(
            accessKeyID: "AKIAWAYPOSTEXAMPLE0", secretAccessKey: "n0tASecret/ButLongEnough+ToLookLikeOne12",
            sessionToken: token)
    }

    @Test func anUpdateWithASessionToken() throws {
        var signer = Signer(region: "eu-central-1", service: "geo")
        let host = "tracking.geo.eu-central-1.amazonaws.com"
        let body =
            #"{"Updates":[{"DeviceId":"truck-17","SampleTime":"2026-11-30T04:05:06.789Z","#
            + #""Position":[-122.33,47.61],"Accuracy":{"Horizontal":4.2}}]}"#
        let added = signer.sign(
            method: "POST", path: "/tracking/v0/trackers/Fleet_1.a-b/positions",
            headers: [("host", host), ("content-type", "application/json")], body: Array(body.utf8),
            credentials: Self.credentials(token: Self.token), at: try time("2026-11-30T05:27:00Z"))
        #expect(added.map(\.name) == ["x-amz-date", "x-amz-security-token", "authorization"])
        #expect(added.map(\.value).prefix(2) == ["20261130T052700Z", Self.token])
        #expect(
            added.last?.value
                == "AWS4-HMAC-SHA256 Credential=AKIAWAYPOSTEXAMPLE0/20261130/eu-central-1/geo/aws4_request, "
                + "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, "
                + "Signature=17a7258914a96236373eb96a8a294347d5b7fa1289fe73f9083deb97b8916b99")
    }

    @Test func aDeviceIDInAnotherScriptIsEncodedTwice() throws {
        var signer = Signer(region: "eu-central-1", service: "geo")
        let path =
            "/tracking/v0/trackers/fleet/devices/\(PercentEncoding.encoded("café-車7"))/positions/latest"
        let added = signer.sign(
            method: "GET", path: path, headers: [("host", "tracking.geo.eu-central-1.amazonaws.com")], body: [],
            credentials: Self.credentials(), at: try time("2026-02-28T23:59:59Z"))
        #expect(path.contains("/caf%C3%A9-%E8%BB%8A7/"))
        #expect(
            added.last?.value
                == "AWS4-HMAC-SHA256 Credential=AKIAWAYPOSTEXAMPLE0/20260228/eu-central-1/geo/aws4_request, "
                + "SignedHeaders=host;x-amz-date, "
                + "Signature=9216a14ff352998ccb03ccb2b99d2e0fa5cb14f9144fce95ac61d64a718a0883")
    }

    @Test func aHostWithAPortInAnotherPartition() throws {
        var signer = Signer(region: "us-gov-west-1", service: "geo")
        let added = signer.sign(
            method: "POST", path: "/tracking/v0/trackers/fleet/devices/truck-17/list-positions",
            headers: [("content-type", "application/json"), ("host", "127.0.0.1:8080")],
            body: Array(#"{"MaxResults":100}"#.utf8), credentials: Self.credentials(),
            at: try time("2027-01-01T00:00:00Z"))
        #expect(
            added.last?.value.hasSuffix(
                "Signature=6c648f18a465512cfef617448f401dd546c954a2d2872ef10c6996245a5b4d92") == true)
    }

    @Test func theKeyFollowsTheDayAndTheCredentials() throws {
        var kept = Signer(region: "eu-central-1", service: "geo")
        let days = ["2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "2026-12-01T00:00:01Z"]
        for (day, secret) in days.flatMap({ day in ["a", "b", "a"].map { (day, $0) } }) {
            var fresh = Signer(region: "eu-central-1", service: "geo")
            let credentials = SigningCredentials(accessKeyID: "AK", secretAccessKey: secret)
            let instant = try time(day)
            func signed(_ signer: inout Signer) -> [String] {
                signer.sign(
                    method: "GET", path: "/", headers: [("host", "h")], body: [], credentials: credentials, at: instant
                ).map(\.value)
            }
            #expect(signed(&kept) == signed(&fresh))
        }
    }

    @Test func headersThatMayChangeOnTheWayAreNotSigned() throws {
        var signer = Signer(region: "eu-central-1", service: "geo")
        let added = signer.sign(
            method: "GET", path: "/",
            headers: [("Host", "h"), ("User-Agent", "x"), ("Expect", "100-continue"), ("Authorization", "Basic x")],
            body: [], credentials: Self.credentials(), at: try time("2026-11-30T05:27:00Z"))
        #expect(added.last?.value.contains("SignedHeaders=host;x-amz-date,") == true)
    }

    @Test func secretsAreNotPrinted() throws {
        let credentials = Self.credentials(token: Self.token)
        var signer = Signer(region: "eu-central-1", service: "geo")
        _ = signer.sign(
            method: "GET", path: "/", headers: [("host", "h")], body: [], credentials: credentials,
            at: try time("2026-11-30T05:27:00Z"))
        var printed = "\(credentials) \(String(reflecting: credentials)) \(signer) \(String(reflecting: signer))"
        dump(credentials, to: &printed)
        dump(signer, to: &printed)
        #expect(printed.contains("AKIAWAYPOSTEXAMPLE0"))
        #expect(!printed.contains("n0tASecret") && !printed.contains("IQoJ"))
    }

    private func time(_ text: String) throws -> UTCTime {
        try #require(UTCTime(iso8601: text))
    }
}
