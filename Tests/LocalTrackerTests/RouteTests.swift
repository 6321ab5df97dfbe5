import Testing

@testable import LocalTracker

struct RouteTests {
    static let known: [(String, String, Operation, String, String)] = [
        ("POST", "/tracking/v0/trackers", .createTracker, "", ""),
        ("POST", "/tracking/v0/list-trackers", .listTrackers, "", ""),
        ("GET", "/tracking/v0/trackers/t.1", .describeTracker, "t.1", ""),
        ("PATCH", "/tracking/v0/trackers/t", .updateTracker, "t", ""),
        ("DELETE", "/tracking/v0/trackers/t", .deleteTracker, "t", ""),
        ("POST", "/tracking/v0/trackers/t/positions", .batchUpdateDevicePosition, "t", ""),
        ("POST", "/tracking/v0/trackers/t/get-positions", .batchGetDevicePosition, "t", ""),
        ("POST", "/tracking/v0/trackers/t/list-positions", .listDevicePositions, "t", ""),
        ("POST", "/tracking/v0/trackers/t/delete-positions", .batchDeleteDevicePositionHistory, "t", ""),
        ("GET", "/tracking/v0/trackers/t/devices/caf%C3%A9/positions/latest", .getDevicePosition, "t", "café"),
        ("POST", "/tracking/v0/trackers/t/devices/a%2Fb/list-positions", .getDevicePositionHistory, "t", "a/b"),
        ("GET", "/role-aliases/fleet/credentials", .assumeRoleWithCertificate, "fleet", ""),
    ]

    @Test(arguments: known)
    func eachURIOfTheModelIsOneOperation(
        _ method: String, _ path: String, _ operation: Operation, _ resource: String, _ device: String
    ) {
        let route = Route(method: method, path: path, target: nil)
        #expect(route?.operation == operation)
        #expect(route?.resource == resource)
        #expect(route?.device == device)
    }

    @Test(arguments: [
        ("GET", "/tracking/v0/trackers/t/positions"), ("PUT", "/tracking/v0/trackers/t"), ("GET", "/"),
        ("POST", "/tracking/v0/trackers/t/positions/"), ("POST", "/tracking/v1/trackers"), ("GET", ""),
        ("POST", "/tracking/v0/trackers/t/devices/d/positions/latest"),
    ])
    func anythingElseIsNoOperation(_ method: String, _ path: String) {
        #expect(Route(method: method, path: path, target: nil) == nil)
    }

    @Test func cognitoIsToldByItsTarget() {
        let target = "AWSCognitoIdentityService.GetId"
        #expect(Route(method: "POST", path: "/", target: target)?.operation == .getID)
        #expect(Route(method: "POST", path: "/", target: "AWSCognitoIdentityService.ListIdentities") == nil)
    }

    @Test(arguments: [("%zz%4", "%zz%4"), ("a%20b", "a b"), ("%ff", "\u{FFFD}"), ("%+1", "%+1")])
    func percentDecodingLeavesWhatIsNoEscape(_ encoded: String, _ decoded: String) {
        #expect(encoded.percentDecoded == decoded)
    }
}
