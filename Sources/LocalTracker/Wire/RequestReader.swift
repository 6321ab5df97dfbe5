import JSON
import Positioning

/// Reads members of a request and collects what is wrong with them, so that one answer can name every fault.
///
/// A member that is JSON `null` counts as absent. Nothing that it returns may be used unless `finish` returned.
struct RequestReader {
    private(set) var faults: [FieldFault] = []

    /// Throws a ValidationException if any member was at fault.
    func finish() throws(Refusal) {
        guard faults.isEmpty else { throw Refusal.validation(faults) }
    }

    /// Notes a fault of `name`.
    mutating func fault(_ name: String, _ message: String, _ reason: FieldFault.Reason = .fieldValidationFailed) {
        faults.append(FieldFault(name: name, message: message, reason: reason))
    }

    /// Notes that the required member `name` is absent.
    mutating func missing(_ name: String) {
        fault(name, "Member must not be null", .missing)
    }

    /// A string within `length` Unicode scalars; nil if absent or at fault.
    mutating func optionalText(_ value: JSONValue?, _ name: String, length: ClosedRange<Int>) -> String? {
        guard let value = present(value) else { return nil }
        guard let text = value.string else {
            fault(name, "Member must be a string", .cannotParse)
            return nil
        }
        checkLength(text.unicodeScalars.count, name, length)
        return text
    }

    /// An integer within `range`; nil if absent or at fault.
    mutating func optionalInteger(_ value: JSONValue?, _ name: String, range: ClosedRange<Int>) -> Int? {
        guard let value = present(value) else { return nil }
        guard let number = value.integer else {
            fault(name, "Member must be an integer", .cannotParse)
            return nil
        }
        if number < range.lowerBound {
            fault(name, "Member must have value greater than or equal to \(range.lowerBound)")
        } else if number > range.upperBound {
            fault(name, "Member must have value less than or equal to \(range.upperBound)")
        }
        return Int(number)
    }

    /// `true` or `false`; nil if absent or at fault.
    mutating func optionalFlag(_ value: JSONValue?, _ name: String) -> Bool? {
        guard let value = present(value) else { return nil }
        guard let flag = value.bool else {
            fault(name, "Member must be a boolean", .cannotParse)
            return nil
        }
        return flag
    }

    /// An instant, written as RFC 3339 date and time; nil if absent or at fault.
    mutating func optionalTime(_ value: JSONValue?, _ name: String) -> UTCTime? {
        guard let value = present(value) else { return nil }
        // A date alone is no timestamp of the service, though ISO 8601 allows it.
        guard let text = value.string, text.utf8.count > 10, let time = UTCTime(iso8601: text) else {
            fault(name, "Member must be a timestamp of the form YYYY-MM-DDThh:mm:ss.sssZ", .cannotParse)
            return nil
        }
        return time
    }

    /// The elements of a required array, `count` of them; empty if absent or at fault.
    mutating func elements(_ value: JSONValue?, _ name: String, count: ClosedRange<Int>) -> [JSONValue] {
        guard let value = present(value) else {
            missing(name)
            return []
        }
        guard let elements = value.array else {
            fault(name, "Member must be a list", .cannotParse)
            return []
        }
        checkLength(elements.count, name, count)
        return elements
    }

    /// A map of strings to strings within the given bounds; nil if absent or at fault.
    mutating func optionalMap(
        _ value: JSONValue?, _ name: String, count: ClosedRange<Int>, key: ClosedRange<Int>,
        value range: ClosedRange<Int>
    ) -> [String: String]? {
        guard let value = present(value) else { return nil }
        guard let members = value.object else {
            fault(name, "Member must be a map", .cannotParse)
            return nil
        }
        checkLength(members.count, name, count)
        var map: [String: String] = [:]
        for (member, value) in members.sorted(by: { $0.key < $1.key }) {
            checkLength(member.unicodeScalars.count, "\(name).key", key)
            if let text = optionalText(value, "\(name).value", length: range) {
                map[member] = text
            } else if present(value) == nil {
                missing("\(name).value")
            }
        }
        return map
    }

    /// A longitude and a latitude, in this order, of any size; nil if absent or at fault.
    mutating func position(_ value: JSONValue?, _ name: String) -> Coordinate? {
        let elements = elements(value, name, count: 2...2)
        guard elements.count == 2 else { return nil }
        guard let longitude = elements[0].number, let latitude = elements[1].number else {
            fault(name, "Member must be a list of numbers", .cannotParse)
            return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// A required DeviceId; nil if absent or at fault.
    mutating func deviceID(_ value: JSONValue?, _ name: String) -> String? {
        guard let text = requiredText(value, name) else { return nil }
        checkDeviceID(text, name)
        return text
    }

    /// The required list `DeviceIds`.
    mutating func deviceIDs(_ value: JSONValue?, count: ClosedRange<Int>) -> [String] {
        elements(value, "deviceIds", count: count).enumerated().compactMap { index, element in
            deviceID(element, "deviceIds.\(index + 1).member")
        }
    }

    /// Notes what is wrong with a DeviceId.
    mutating func checkDeviceID(_ text: String, _ name: String) {
        checkLength(text.unicodeScalars.count, name, ServiceLimits.name)
        if !text.isEmpty, !Names.isDeviceID(text) {
            fault(name, "Member must satisfy regular expression pattern: [-._\\p{L}\\p{N}]+")
        }
    }

    /// Notes what is wrong with a TrackerName.
    mutating func checkTrackerName(_ text: String, _ name: String = "trackerName") {
        checkLength(text.unicodeScalars.count, name, ServiceLimits.name)
        if !text.isEmpty, !Names.isTrackerName(text) {
            fault(name, "Member must satisfy regular expression pattern: [-._\\w]+")
        }
    }

    /// A required string of any length; nil if absent or at fault.
    mutating func requiredText(_ value: JSONValue?, _ name: String) -> String? {
        guard present(value) != nil else {
            missing(name)
            return nil
        }
        return optionalText(value, name, length: 0...Int.max)
    }

    /// The size of a page: `MaxResults`, or the largest if it is absent or at fault.
    mutating func pageSize(_ value: JSONValue?) -> Int {
        optionalInteger(value, "maxResults", range: ServiceLimits.page) ?? ServiceLimits.page.upperBound
    }

    /// The value, unless it is absent or `null`.
    func present(_ value: JSONValue?) -> JSONValue? {
        value == .null ? nil : value
    }

    private mutating func checkLength(_ length: Int, _ name: String, _ range: ClosedRange<Int>) {
        if range.lowerBound == range.upperBound, length != range.lowerBound {
            fault(name, "Member must have length equal to \(range.lowerBound)")
        } else if length < range.lowerBound {
            fault(name, "Member must have length greater than or equal to \(range.lowerBound)")
        } else if length > range.upperBound {
            fault(name, "Member must have length less than or equal to \(range.upperBound)")
        }
    }
}
