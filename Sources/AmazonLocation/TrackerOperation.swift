import JSON
import Transport

/// One operation of the tracker API: how it is asked, and what its success looks like.
public protocol TrackerOperation: Sendable {
    /// What a proven success brings.
    associatedtype Answer: Sendable

    /// The unsigned request, the same bytes for the same operation.
    func request(to endpoint: TrackerEndpoint, tracker: String) -> HTTPRequest

    /// The answer in the JSON of a 2xx response; nil if a required member is missing or of the wrong kind.
    func answer(_ json: JSONValue) -> Answer?
}

extension TrackerOperation {
    /// Reads a response: success only if it is 2xx and JSON and has what this operation's answer must have.
    public func read(_ response: HTTPResponse) throws(CallFailure) -> Answer {
        guard let answer = answer(try ServiceAnswer.json(of: response)) else {
            throw .notTheService(
                status: response.status,
                message: "The answer is JSON but not what \(Self.self) answers; is that Amazon Location?")
        }
        return answer
    }

    /// `/tracking/v0/trackers/TRACKER` + `path` of `plane`, with a JSON body unless `body` is nil.
    func request(
        _ method: String, _ plane: TrackerEndpoint.Plane, _ path: String, of tracker: String,
        at endpoint: TrackerEndpoint, body: [UInt8]? = nil
    ) -> HTTPRequest {
        let url = "\(endpoint.url(plane))/tracking/v0/trackers/\(PathSegment.encoded(tracker))\(path)"
        let headers = body == nil ? [] : [HTTPHeader("content-type", "application/json")]
        return HTTPRequest(method: method, url: url, headers: headers, body: body ?? [])
    }
}
