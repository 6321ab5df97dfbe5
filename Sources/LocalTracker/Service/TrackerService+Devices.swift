import JSON
import Positioning
import SQLite

extension TrackerService {
    /// BatchGetDevicePosition. A device without a position is left out; the live service makes no error of it.
    func latestPositions(_ route: Route, _ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        let devices = reader.deviceIDs(body["DeviceIds"], count: ServiceLimits.devicesToGet)
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        let found = try devices.compactMap { try newest(of: $0, in: tracker) }
        return .object { json in
            json.member("Errors") { $0.array { _ in } }
            json.member("DevicePositions") { json in
                json.array { json in
                    for position in found { json.object { $0.members(of: position) } }
                }
            }
        }
    }

    /// ListDevicePositions: the newest position of each device, in the order of their ids.
    ///
    /// The service model has no ResourceNotFoundException for it; a tracker that does not exist gets one all the
    /// same, since an empty list would hide a misspelt name.
    func listPositions(_ route: Route, _ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        let limit = reader.pageSize(body["MaxResults"])
        let token = reader.optionalText(body["NextToken"], "nextToken", length: ServiceLimits.token)
        let polygon = Polygon(body, &reader)
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        var found: [StoredPosition] = []
        var last = token ?? ""
        while found.count <= limit, let device = try store.positions.device(tracker.id, after: last) {
            last = device
            guard let position = try newest(of: device, in: tracker) else { continue }
            if polygon?.contains(position.position) ?? true { found.append(position) }
        }
        return .object { json in
            json.member("Entries") { json in
                json.array { json in
                    for position in found.prefix(limit) {
                        json.object { $0.members(of: position, withReceivedTime: false) }
                    }
                }
            }
            if found.count > limit { json.member("NextToken", found[limit - 1].device) }
        }
    }

    /// BatchDeleteDevicePositionHistory. A device that does not exist is no error: nothing of it is left.
    func deletePositions(_ route: Route, _ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        let devices = reader.deviceIDs(body["DeviceIds"], count: ServiceLimits.devicesToDelete)
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        try store.change { () throws(SQLiteError) in
            for device in devices { try store.positions.delete(tracker.id, device) }
        }
        return .object { json in json.member("Errors") { $0.array { _ in } } }
    }
}
