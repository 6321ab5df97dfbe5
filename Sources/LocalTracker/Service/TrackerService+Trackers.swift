import JSON
import Positioning
import SQLite

extension TrackerService {
    /// CreateTracker.
    func createTracker(_ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        let name = reader.requiredText(body["TrackerName"], "trackerName")
        if let name { reader.checkTrackerName(name) }
        let settings = TrackerSettings(body, &reader)
        let key = reader.optionalText(body["KmsKeyId"], "kmsKeyId", length: ServiceLimits.key)
        let tags = reader.optionalMap(
            body["Tags"], "tags", count: ServiceLimits.tags, key: ServiceLimits.tagKey, value: ServiceLimits.tagValue)
        try reader.finish()
        guard let name else { throw Refusal.validation([]) }
        guard try store.trackers.find(name) == nil else {
            throw Refusal(status: 409, code: "ConflictException", message: "Tracker already exists: \(name).")
        }
        let tracker = StoredTracker(
            id: 0, name: name, filtering: settings.filtering ?? .timeBased, description: settings.description ?? "",
            eventBridge: settings.eventBridge ?? false, key: key, tags: tags, created: now, updated: now,
            counts: TrackerCounts())
        try store.change { () throws(SQLiteError) in try store.trackers.insert(tracker) }
        return .object { json in
            json.nameAndARN(of: tracker)
            json.member("CreateTime", now.iso8601)
        }
    }

    /// DescribeTracker.
    func describeTracker(_ route: Route) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        return .object { json in
            json.nameAndARN(of: tracker)
            json.member("Description", tracker.description)
            json.member("CreateTime", tracker.created.iso8601)
            json.member("UpdateTime", tracker.updated.iso8601)
            json.member("PositionFiltering", tracker.filtering.rawValue)
            json.member("EventBridgeEnabled", tracker.eventBridge)
            if let key = tracker.key { json.member("KmsKeyId", key) }
            if let tags = tracker.tags { json.member("Tags") { $0.value(.object(tags.mapValues { .string($0) })) } }
        }
    }

    /// UpdateTracker: changes what the request names.
    func updateTracker(_ route: Route, _ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        let settings = TrackerSettings(body, &reader)
        try reader.finish()
        var tracker = try tracker(named: route.resource)
        tracker.filtering = settings.filtering ?? tracker.filtering
        tracker.description = settings.description ?? tracker.description
        tracker.eventBridge = settings.eventBridge ?? tracker.eventBridge
        tracker.updated = now
        try store.change { () throws(SQLiteError) in try store.trackers.update(tracker) }
        return .object { json in
            json.nameAndARN(of: tracker)
            json.member("UpdateTime", now.iso8601)
        }
    }

    /// DeleteTracker, with all its positions.
    func deleteTracker(_ route: Route) throws -> Answer {
        var reader = RequestReader()
        reader.checkTrackerName(route.resource)
        try reader.finish()
        let tracker = try tracker(named: route.resource)
        try store.change { () throws(SQLiteError) in try store.trackers.delete(id: tracker.id) }
        return .object { _ in }
    }

    /// ListTrackers, in the order of their names.
    func listTrackers(_ body: JSONValue) throws -> Answer {
        var reader = RequestReader()
        let limit = reader.pageSize(body["MaxResults"])
        let token = reader.optionalText(body["NextToken"], "nextToken", length: ServiceLimits.token)
        try reader.finish()
        let found = try store.trackers.list(after: token ?? "", limit: limit + 1)
        return .object { json in
            json.member("Entries") { json in
                json.array { json in
                    for tracker in found.prefix(limit) {
                        json.object { json in
                            json.member("TrackerName", tracker.name)
                            json.member("Description", tracker.description)
                            json.member("CreateTime", tracker.created.iso8601)
                            json.member("UpdateTime", tracker.updated.iso8601)
                        }
                    }
                }
            }
            if found.count > limit { json.member("NextToken", found[limit - 1].name) }
        }
    }
}
