import JSON
import Positioning
import Transport

/// Sends up to ten positions. Answers with the updates that the service refused; all others are accepted.
public struct BatchUpdateDevicePosition: TrackerOperation {
    /// 1...10 updates, in sending order.
    public var updates: [PositionUpdate]

    /// The operation with its updates.
    public init(_ updates: [PositionUpdate]) {
        self.updates = updates
    }

    /// The unsigned request.
    public func request(to endpoint: TrackerEndpoint, tracker: String) -> HTTPRequest {
        var json = JSONWriter(capacity: 32 + 192 * updates.count)
        json.object { json in
            json.member("Updates") { json in
                json.array { json in
                    for update in updates { update.write(to: &json) }
                }
            }
        }
        return request("POST", .data, "/positions", of: tracker, at: endpoint, body: json.bytes)
    }

    /// The refused updates; nil if `Errors` is missing, or one of them does not say which update it means.
    public func answer(_ json: JSONValue) -> [UpdateError]? {
        guard let elements = json["Errors"]?.array else { return nil }
        let errors = elements.compactMap(UpdateError.init)
        return errors.count == elements.count ? errors : nil
    }
}

extension PositionUpdate {
    /// Writes the update as DevicePositionUpdate: coordinates to 7 decimals (1 cm), the error to 2, and the time
    /// without milliseconds where they are 0, as boto3 does.
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("DeviceId", deviceID)
            json.member("SampleTime", sampleTime.shortISO8601)
            json.member("Position") { json in
                json.array { json in
                    json.decimal(position.longitude)
                    json.decimal(position.latitude)
                }
            }
            if let accuracy = horizontalAccuracy, !accuracy.isNaN {
                json.member("Accuracy") { json in
                    json.object { json in
                        json.name("Horizontal")
                        json.decimal(min(max(accuracy, 0), 10_000_000), places: 2)
                    }
                }
            }
            guard !properties.isEmpty else { return }
            json.member("PositionProperties") { json in
                json.object { json in
                    for property in properties { json.member(property.key, property.value) }
                }
            }
        }
    }
}

extension UTCTime {
    fileprivate var shortISO8601: String {
        guard milliseconds % 1000 == 0 else { return iso8601 }
        var text = iso8601
        text.removeLast(5)
        return text + "Z"
    }
}

extension UpdateError {
    /// Nil if the element does not name its update.
    fileprivate init?(_ json: JSONValue) {
        guard let deviceID = json["DeviceId"]?.string, let time = json["SampleTime"]?.string,
            let sampleTime = UTCTime(iso8601: time)
        else { return nil }
        self.init(
            deviceID: deviceID, sampleTime: sampleTime, code: (json["Error"]?["Code"]?.string ?? "").spoken,
            message: (json["Error"]?["Message"]?.string ?? "").spoken)
    }
}
