import JSON
import Transport

/// Asks what a tracker is set up to do.
public struct DescribeTracker: TrackerOperation {
    /// The operation.
    public init() {}

    /// The unsigned request.
    public func request(to endpoint: TrackerEndpoint, tracker: String) -> HTTPRequest {
        request("GET", .control, "", of: tracker, at: endpoint)
    }

    /// The description.
    public func answer(_ json: JSONValue) -> TrackerDescription? {
        TrackerDescription(json)
    }
}
