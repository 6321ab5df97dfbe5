import Glibc

/// Copies a TPV without the numbers that nobody here reads.
///
/// libgps compares each member of a report with the names of all that it knows, one after the other: what is not handed
/// to it costs nothing. gpsd writes twenty members and more; half of them are read.
enum ReadMembers {
    /// Copies `report`, the text of a JSON object with or without its last brace, to `copy`, which has as much room.
    /// Returns how many bytes that were. Only whole members go, `,"name":number` each: what is well formed stays so.
    static func copy(_ report: UnsafeRawBufferPointer, to copy: UnsafeMutableRawPointer) -> Int {
        guard let base = report.baseAddress else { return 0 }
        var (length, copied, searched) = (0, 0, 0)
        func take(upTo end: Int) {
            memcpy(copy + length, base + copied, end - copied)
            length += end - copied
        }
        while let comma = memchr(base + searched, Int32(UInt8(ascii: ",")), report.count - searched) {
            let start = UnsafeRawPointer(comma) - base
            searched = start + 1
            guard let end = endOfUnreadNumber(report, at: start) else { continue }
            take(upTo: start)
            (copied, searched) = (end, end)
        }
        take(upTo: report.count)
        return length
    }

    /// The offset behind the member that begins with the comma at `start`; nil if it is one to hand on.
    private static func endOfUnreadNumber(_ report: UnsafeRawBufferPointer, at start: Int) -> Int? {
        let name = start + 2
        guard let base = report.baseAddress, name < report.count, report[start + 1] == UInt8(ascii: "\""),
            let quote = memchr(base + name, Int32(UInt8(ascii: "\"")), report.count - name)
        else { return nil }
        let colon = UnsafeRawPointer(quote) - base + 1
        guard colon < report.count, report[colon] == UInt8(ascii: ":"),
            !isRead(UnsafeRawBufferPointer(start: base + name, count: colon - 1 - name))
        else { return nil }
        var end = colon + 1
        while end < report.count, isOfNumber(report[end]) { end += 1 }
        guard end > colon + 1 else { return nil }
        return end == report.count || report[end] == UInt8(ascii: ",") || report[end] == UInt8(ascii: "}") ? end : nil
    }

    /// True for the members of a TPV that are numbers and that `ReportParser` reads (gpsd_json(5), TPV).
    private static func isRead(_ name: UnsafeRawBufferPointer) -> Bool {
        switch name.count {
        case 3:
            name.starts(with: "lat") || name.starts(with: "lon") || name.starts(with: "eph") || name.starts(with: "epx")
                || name.starts(with: "epy")
        case 4: name.starts(with: "mode")
        case 5: name.starts(with: "speed") || name.starts(with: "track") || name.starts(with: "climb")
        case 6: name.starts(with: "altMSL")
        default: false
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
