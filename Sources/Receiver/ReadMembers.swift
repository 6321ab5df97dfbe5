import Glibc

/// Copies a TPV without what libgps need not read: numbers that nobody here wants, and the path of a known device.
///
/// libgps walks through a report character by character and compares each member with the names of all that it knows:
/// what is not handed to it costs nothing. gpsd writes twenty members and more; half of them are read.
struct ReadMembers {
    /// Bytes of the copy.
    private(set) var length = 0
    /// The index of the device that the report names and its copy does not.
    private(set) var device: Int?

    private static let head: StaticString = #"{"class":"TPV""#

    /// Copies `report`, the text of a TPV with or without its last brace, to `copy`, which has as much room. Only whole
    /// members are left out; a report that has anything but numbers and plain strings is copied as it is.
    init(of report: UnsafeRawBufferPointer, to copy: UnsafeMutableRawPointer, devices: DevicePaths) {
        guard let base = report.baseAddress else { return }
        var copied = 0
        func take(upTo end: Int) {
            memcpy(copy + length, base + copied, end - copied)
            length += end - copied
        }
        let first = Self.head.utf8CodeUnitCount
        var start = first
        while let member = Member(in: report, at: start) {
            if leavesOut(member, isFirst: start == first, devices: devices) {
                take(upTo: start)
                copied = member.end
            }
            start = member.end
        }
        let isUnderstood = start == report.count || start < report.count && report[start] == UInt8(ascii: "}")
        if !isUnderstood { (length, copied, device) = (0, 0, nil) }
        take(upTo: report.count)
    }

    /// gpsd names the device first. Should a report name another one as well, that is the one which libgps takes.
    private mutating func leavesOut(_ member: Member, isFirst: Bool, devices: DevicePaths) -> Bool {
        guard let text = member.text else { return !member.isReadNumber }
        guard member.name.equals("device") else { return false }
        device = isFirst ? devices.index(of: text) : nil
        return device != nil
    }
}

/// A member of a JSON object that is a number or a string without a backslash, with the comma before it.
private struct Member {
    let name: UnsafeRawBufferPointer
    /// What is between the quotes; nil for a number.
    let text: UnsafeRawBufferPointer?
    /// The offset behind it.
    let end: Int

    /// The member whose comma is at `start`; nil if there is none, or one of another kind.
    init?(in report: UnsafeRawBufferPointer, at start: Int) {
        let count = report.count
        guard start + 2 < count, let bytes = report.baseAddress?.assumingMemoryBound(to: UInt8.self),
            bytes[start] == UInt8(ascii: ","), bytes[start + 1] == UInt8(ascii: "\"")
        else { return nil }
        var end = start + 2
        while end < count, bytes[end] != UInt8(ascii: "\"") { end += 1 }
        name = UnsafeRawBufferPointer(start: bytes + start + 2, count: end - start - 2)
        let value = end + 2
        guard value < count, bytes[end + 1] == UInt8(ascii: ":") else { return nil }
        if bytes[value] == UInt8(ascii: "\"") {
            let rest = UnsafeRawBufferPointer(start: bytes + value + 1, count: count - value - 1)
            guard let text = rest.upTo("\""), text.upTo("\\") == nil else { return nil }
            self.text = text
            end = value + text.count + 2
        } else {
            text = nil
            end = value
            while end < count, isOfNumber(bytes[end]) { end += 1 }
            guard end > value else { return nil }
        }
        guard end == count || bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "}") else { return nil }
        self.end = end
    }

    /// True for the numbers of a TPV that `ReportParser` reads (gpsd_json(5), TPV).
    var isReadNumber: Bool {
        switch name.count {
        case 3:
            name.equals("lat") || name.equals("lon") || name.equals("eph") || name.equals("epx") || name.equals("epy")
        case 4: name.equals("mode")
        case 5: name.equals("speed") || name.equals("track") || name.equals("climb")
        case 6: name.equals("altMSL")
        default: false
        }
    }
}

private func isOfNumber(_ byte: UInt8) -> Bool {
    if byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".") { return true }
    return switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): true
    default: false
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes before the first `end`; nil if there is none.
    fileprivate func upTo(_ end: Unicode.Scalar) -> UnsafeRawBufferPointer? {
        guard let base = baseAddress, let found = memchr(base, Int32(UInt8(ascii: end)), count) else { return nil }
        return UnsafeRawBufferPointer(start: base, count: UnsafeRawPointer(found) - base)
    }

    /// True if the bytes are those of `text`.
    @inline(__always)
    fileprivate func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }
}
