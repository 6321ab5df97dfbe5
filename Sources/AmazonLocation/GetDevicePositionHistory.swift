import JSON
import Positioning
import Transport

/// Asks for one page of the positions of one device. The order of the positions is the service's.
public struct GetDevicePositionHistory: TrackerOperation {
    /// One page.
    public struct Page: Equatable, Sendable {
        /// The positions of this page.
        public var positions: [DevicePosition]
        /// Asks for the next page; nil on the last one.
        public var nextToken: String?
    }

    /// The device.
    public var deviceID: String
    /// First sample time; nil for the service's default, 24 hours ago.
    public var from: UTCTime?
    /// First sample time that is too late; nil for the service's default, now.
    public var to: UTCTime?
    /// 1...100 positions a page.
    public var maximumResults: Int
    /// The token of the page before; nil for the first page.
    public var nextToken: String?

    /// The operation for one page.
    public init(
        deviceID: String, from: UTCTime? = nil, to: UTCTime? = nil, maximumResults: Int = 100, nextToken: String? = nil
    ) {
        self.deviceID = deviceID
        self.from = from
        self.to = to
        self.maximumResults = maximumResults
        self.nextToken = nextToken
    }

    /// The unsigned request.
    public func request(to endpoint: TrackerEndpoint, tracker: String) -> HTTPRequest {
        var json = JSONWriter()
        json.object { json in
            if let nextToken { json.member("NextToken", nextToken) }
            if let from { json.member("StartTimeInclusive", from.iso8601) }
            if let to { json.member("EndTimeExclusive", to.iso8601) }
            json.member("MaxResults", maximumResults)
        }
        let path = "/devices/\(PathSegment.encoded(deviceID))/list-positions"
        return request("POST", .data, path, of: tracker, at: endpoint, body: json.bytes)
    }

    /// The page; nil if any of its positions is not one.
    public func answer(_ json: JSONValue) -> Page? {
        guard let elements = json["DevicePositions"]?.array else { return nil }
        let positions = elements.compactMap(DevicePosition.init)
        guard positions.count == elements.count else { return nil }
        let token = json["NextToken"]?.string
        return Page(positions: positions, nextToken: token?.isEmpty == true ? nil : token)
    }

    /// The operation that asks for the page after `page`; nil if that was the last one, or if the service names the
    /// page just read as the next one, which would never end.
    public func next(after page: Page) -> GetDevicePositionHistory? {
        guard let token = page.nextToken, token != nextToken else { return nil }
        var next = self
        next.nextToken = token
        return next
    }
}
