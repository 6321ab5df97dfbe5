/// What a request asks for: an operation, and the names that stand in its path.
struct Route: Equatable, Sendable {
    /// What is asked for.
    var operation: Operation
    /// The tracker's name, or the role alias's; percent-decoded, not yet validated.
    var resource = ""
    /// The device id; percent-decoded, not yet validated.
    var device = ""

    /// The route of a request; nil if no operation has this method and path.
    init?(method: String, path: String, target: String?) {
        if method == "POST", path == "/", let target {
            guard let operation = Self.cognito(target) else { return nil }
            self.init(operation: operation)
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if method == "GET", parts.count == 3, parts[0] == "role-aliases", parts[2] == "credentials" {
            self.init(operation: .assumeRoleWithCertificate, resource: parts[1].percentDecoded)
            return
        }
        guard parts.count >= 3, parts[0] == "tracking", parts[1] == "v0" else { return nil }
        self.init(method: method, tracking: Array(parts.dropFirst(2)))
    }

    private init(operation: Operation, resource: String = "", device: String = "") {
        (self.operation, self.resource, self.device) = (operation, resource, device)
    }

    /// The URIs of the service model, without `/tracking/v0/`.
    private init?(method: String, tracking parts: [String]) {
        let tracker = parts.count > 1 ? parts[1].percentDecoded : ""
        switch (method, parts.count, parts[0], parts.count > 2 ? parts.last : nil) {
        case ("POST", 1, "list-trackers", _): self.init(operation: .listTrackers)
        case ("POST", 1, "trackers", _): self.init(operation: .createTracker)
        case ("GET", 2, "trackers", _): self.init(operation: .describeTracker, resource: tracker)
        case ("PATCH", 2, "trackers", _): self.init(operation: .updateTracker, resource: tracker)
        case ("DELETE", 2, "trackers", _): self.init(operation: .deleteTracker, resource: tracker)
        case ("POST", 3, "trackers", "positions"):
            self.init(operation: .batchUpdateDevicePosition, resource: tracker)
        case ("POST", 3, "trackers", "get-positions"):
            self.init(operation: .batchGetDevicePosition, resource: tracker)
        case ("POST", 3, "trackers", "list-positions"):
            self.init(operation: .listDevicePositions, resource: tracker)
        case ("POST", 3, "trackers", "delete-positions"):
            self.init(operation: .batchDeleteDevicePositionHistory, resource: tracker)
        case ("GET", 6, "trackers", "latest") where parts[2] == "devices" && parts[4] == "positions":
            self.init(operation: .getDevicePosition, resource: tracker, device: parts[3].percentDecoded)
        case ("POST", 5, "trackers", "list-positions") where parts[2] == "devices":
            self.init(operation: .getDevicePositionHistory, resource: tracker, device: parts[3].percentDecoded)
        default: return nil
        }
    }

    private static func cognito(_ target: String) -> Operation? {
        switch target {
        case "AWSCognitoIdentityService.GetId": .getID
        case "AWSCognitoIdentityService.GetCredentialsForIdentity": .getCredentialsForIdentity
        default: nil
        }
    }
}
