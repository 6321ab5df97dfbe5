import JSON
import Positioning

/// One element of BatchUpdateDevicePosition's `Updates`, valid but for the range of its position.
struct PositionSample: Equatable, Sendable {
    /// The device.
    var device: String
    /// When the device was there.
    var time: UTCTime
    /// Where it was; any two finite numbers.
    var position: Coordinate
    /// `Accuracy.Horizontal` in metres; nil if not sent.
    var accuracy: Double?
    /// PositionProperties; nil if not sent.
    var properties: [String: String]?

    /// What the service says of a position outside its range, as an error of this item alone; nil for a place on
    /// Earth. The words were seen on the live service.
    var rangeFault: String? {
        if abs(position.longitude) > 180 { return "longitude must be between -180 and 180 degrees" }
        if abs(position.latitude) > 90 { return "latitude must be between -90 and 90 degrees" }
        return nil
    }
}

extension PositionSample {
    /// The elements of `Updates` in a request's body.
    static func list(_ body: JSONValue, _ reader: inout RequestReader) -> [PositionSample] {
        let elements = reader.elements(body["Updates"], "updates", count: ServiceLimits.updates)
        return elements.prefix(ServiceLimits.updates.upperBound).enumerated().compactMap { index, element in
            PositionSample(element, "updates.\(index + 1).member", &reader)
        }
    }

    private init?(_ value: JSONValue, _ name: String, _ reader: inout RequestReader) {
        guard value.object != nil else {
            reader.fault(name, "Member must be a structure", .cannotParse)
            return nil
        }
        let device = reader.deviceID(value["DeviceId"], "\(name).deviceId")
        let time = reader.optionalTime(value["SampleTime"], "\(name).sampleTime")
        if reader.present(value["SampleTime"]) == nil { reader.missing("\(name).sampleTime") }
        let position = reader.position(value["Position"], "\(name).position")
        accuracy = Self.accuracy(value["Accuracy"], "\(name).accuracy", &reader)
        properties = reader.optionalMap(
            value["PositionProperties"], "\(name).positionProperties", count: ServiceLimits.properties,
            key: ServiceLimits.propertyKey, value: ServiceLimits.propertyValue)
        guard let device, let time, let position else { return nil }
        (self.device, self.time, self.position) = (device, time, position)
    }

    private static func accuracy(_ value: JSONValue?, _ name: String, _ reader: inout RequestReader) -> Double? {
        guard let value = reader.present(value) else { return nil }
        guard value.object != nil else {
            reader.fault(name, "Member must be a structure", .cannotParse)
            return nil
        }
        guard let horizontal = reader.present(value["Horizontal"]) else {
            reader.missing("\(name).horizontal")
            return nil
        }
        guard let metres = horizontal.number else {
            reader.fault("\(name).horizontal", "Member must be a number", .cannotParse)
            return nil
        }
        if metres < ServiceLimits.accuracy.lowerBound {
            reader.fault("\(name).horizontal", "Member must have value greater than or equal to 0")
        } else if metres > ServiceLimits.accuracy.upperBound {
            reader.fault("\(name).horizontal", "Member must have value less than or equal to 10000000")
        }
        return metres
    }
}
