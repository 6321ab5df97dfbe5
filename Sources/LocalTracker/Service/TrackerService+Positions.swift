import JSON
import Positioning

extension TrackerService {
    /// BatchUpdateDevicePosition. Updates out of range, and those that the fault plan names, are errors of their own.
    func updatePositions(
        _ route: Route, _ body: JSONValue, by key: AccessKey?, _ action: FaultAction
    ) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        let samples = PositionSample.list(body, &reader)
        try reader.finish()
        if let thing = key?.thing, samples.contains(where: { $0.device != thing }) {
            throw Refusal.notAuthorized(to: route.operation, on: route.resource)
        }
        let tracker = try tracker(named: route.resource)
        var good: [PositionSample] = []
        var errors: [(sample: PositionSample, code: String, message: String)] = []
        for (index, sample) in samples.enumerated() {
            if let planned = action.item(at: index, sample) {
                errors.append((sample, planned.code, planned.message))
            } else if let fault = sample.rangeFault {
                errors.append((sample, "ValidationError", fault))
            } else {
                good.append(sample)
            }
        }
        try store.receive(good, refused: errors.count, for: tracker, now: now)
        return .object { json in
            json.member("Errors") { json in
                json.array { json in
                    for error in errors { json.error(error.code, error.message, of: error.sample) }
                }
            }
        }
    }

    /// GetDevicePosition: the newest position by sample time.
    func latestPosition(_ route: Route) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        reader.checkDeviceID(route.device, "deviceId")
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        guard let position = try newest(of: route.device, in: tracker) else {
            throw Refusal.notFound("records not found for given deviceId")
        }
        return .object { $0.members(of: position) }
    }

    /// GetDevicePositionHistory: ascending by sample time, which the service does not promise.
    func history(_ route: Route, _ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        reader.checkDeviceID(route.device, "deviceId")
        let limit = reader.pageSize(body["MaxResults"])
        let window = HistoryWindow(body, now: now, &reader)
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        let found = try store.positions.history(
            tracker.id, route.device, from: window.start, to: window.end, limit: limit + 1)
        return .object { json in
            json.member("DevicePositions") { json in
                json.array { json in
                    for position in found.prefix(limit) { json.object { $0.members(of: position) } }
                }
            }
            if found.count > limit {
                json.member("NextToken", HistoryWindow(start: found[limit].time, end: window.end).token)
            }
        }
    }

    /// The tracker of a valid request.
    func tracker(named name: String) throws -> StoredTracker {
        guard let tracker = try store.trackers.find(name) else { throw Refusal.noTracker(name) }
        return tracker
    }

    /// The newest position of a device by sample time.
    func newest(of device: String, in tracker: StoredTracker) throws -> StoredPosition? {
        try store.positions.newest(tracker.id, device, atOrBefore: UTCTime(milliseconds: .max))
    }
}
