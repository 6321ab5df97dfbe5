import JSON

extension JSONWriter {
    /// The members of a position, as GetDevicePosition and the lists of positions have them.
    mutating func members(of position: StoredPosition, withReceivedTime: Bool = true) {
        member("DeviceId", position.device)
        member("SampleTime", position.time.iso8601)
        if withReceivedTime { member("ReceivedTime", position.received.iso8601) }
        member("Position") { json in
            json.array { json in
                json.real(position.position.longitude)
                json.real(position.position.latitude)
            }
        }
        if let accuracy = position.accuracy {
            member("Accuracy") { json in
                json.object { json in json.member("Horizontal") { $0.real(accuracy) } }
            }
        }
        if let properties = position.properties {
            member("PositionProperties") { $0.value(.object(properties.mapValues { .string($0) })) }
        }
    }

    /// An element of `Errors` of BatchUpdateDevicePosition.
    mutating func error(_ code: String, _ message: String, of sample: PositionSample) {
        object { json in
            json.member("DeviceId", sample.device)
            json.member("SampleTime", sample.time.iso8601)
            json.member("Error") { json in
                json.object { json in
                    json.member("Code", code)
                    json.member("Message", message)
                }
            }
        }
    }
}
