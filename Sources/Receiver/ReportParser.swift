import CGPS
import Glibc
import Positioning

/// Turns lines of gpsd into `Report`s through libgps's `gps_unpack`. No other file reads `gps_data_t`.
///
/// `gps_unpack` needs no session of libgps's own (3.22, 3.25). It has two faults that are met here: it does not say
/// whether it could read the line, and it never returns from one that goes wrong before a `"class":`.
final class ReportParser {
    /// The devices that were reported.
    private(set) var devices = DevicePaths()
    private let data: UnsafeMutablePointer<gps_data_t>
    private let text: UnsafeMutablePointer<CChar>

    /// A member that nobody here reads, put at the end of a report: it arrives if all before it could be read.
    private static let witness = 9e9
    private static let positionEnd = Array(#","ept":9e9}"#.utf8CString)
    private static let skyEnd = Array(#","gdop":9e9}"#.utf8CString)
    private static let plainEnd = Array("}".utf8CString)

    init() {
        data = .allocate(capacity: 1)
        memset(data, 0, MemoryLayout<gps_data_t>.size)
        text = .allocate(capacity: LineBuffer.capacity + Self.skyEnd.count)
    }

    deinit {
        data.deallocate()
        text.deallocate()
    }

    /// Reads one line without its newline, at most `LineBuffer.capacity` bytes.
    func parse(_ line: UnsafeRawBufferPointer) -> Report {
        switch ReportClass(of: line) {
        case nil: .malformed
        case .other: .irrelevant
        case .position: readPosition(line)
        case .sky: readSky(line)
        case .version: readVersion(line)
        case .error: readError(line)
        case .device: readDevice(line)
        }
    }

    /// Hands what `copy` makes of a line to libgps with `end` in place of its last brace. What an earlier line set would
    /// stay otherwise.
    private func unpack(
        _ line: UnsafeRawBufferPointer, end: [CChar] = plainEnd,
        copy: (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Int = { line, text in
            line.baseAddress.map { _ = memcpy(text, $0, line.count) }
            return line.count
        }
    ) {
        data.pointee.set = 0
        data.pointee.fix.ept = 0
        data.pointee.dop.gdop = 0
        data.pointee.satellites_used = 0
        data.pointee.dev.path.0 = 0
        data.pointee.version.release.0 = 0
        data.pointee.error.0 = 0
        guard line.count <= LineBuffer.capacity,
            let brace = line.lastIndex(where: { $0 > UInt8(ascii: " ") }), line[brace] == UInt8(ascii: "}")
        else { return }
        let length = copy(UnsafeRawBufferPointer(rebasing: line[..<brace]), text)
        memcpy(text + length, end, end.count)
        _ = waypost_gps_unpack(text, data)
    }

    private func readPosition(_ line: UnsafeRawBufferPointer) -> Report {
        var device: Int?
        unpack(line, end: Self.positionEnd) { line, text in
            let members = ReadMembers(of: line, to: text, devices: devices)
            device = members.device
            return members.length
        }
        return data.pointee.fix.ept == Self.witness ? .position(position(device: device ?? namedDevice())) : .malformed
    }

    private func readSky(_ line: UnsafeRawBufferPointer) -> Report {
        unpack(line, end: Self.skyEnd)
        return data.pointee.dop.gdop == Self.witness ? .sky(sky()) : .malformed
    }

    private func readVersion(_ line: UnsafeRawBufferPointer) -> Report {
        unpack(line)
        let release = withUnsafeBytes(of: &data.pointee.version.release, string(from:))
        return release.isEmpty ? .malformed : .version(release)
    }

    private func readError(_ line: UnsafeRawBufferPointer) -> Report {
        unpack(line)
        let message = withUnsafeBytes(of: &data.pointee.error, string(from:))
        return message.isEmpty ? .malformed : .refused(message: message)
    }

    /// gpsd says `"activated":0` where it otherwise has a time in quotes: libgps gives up there, and only the text tells.
    private func readDevice(_ line: UnsafeRawBufferPointer) -> Report {
        guard let after = line.offset(after: #""activated":0"#), after < line.count else { return .irrelevant }
        guard line[after] == UInt8(ascii: ",") || line[after] == UInt8(ascii: "}") else { return .irrelevant }
        unpack(line)
        return .deviceLost(path: withUnsafeBytes(of: &data.pointee.dev.path, string(from:)))
    }

    private func position(device: Int) -> PositionReport {
        let mode = FixMode(rawValue: Int(data.pointee.fix.mode)) ?? .unknown
        let latitude = known(data.pointee.fix.latitude)
        let longitude = known(data.pointee.fix.longitude)
        var coordinate: Coordinate?
        if mode >= .twoD, let latitude, let longitude {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        return PositionReport(
            device: device, time: time(data.pointee.fix.time), mode: mode, coordinate: coordinate,
            horizontalAccuracy: horizontalAccuracy(), altitude: known(data.pointee.fix.altMSL),
            speed: known(data.pointee.fix.speed), course: course(data.pointee.fix.track),
            climb: known(data.pointee.fix.climb))
    }

    private func sky() -> SkyReport {
        // libgps 3.22 counts the satellites of the array alone, later ones take uSat where there is none.
        let used = Int(data.pointee.satellites_used)
        let counted = used > 0 || data.pointee.satellites_visible > 0
        return SkyReport(device: namedDevice(), hdop: known(data.pointee.dop.hdop), satellites: counted ? used : nil)
    }

    private func horizontalAccuracy() -> Double? {
        if let eph = known(data.pointee.fix.eph) { return eph }
        guard let epx = known(data.pointee.fix.epx), let epy = known(data.pointee.fix.epy) else { return nil }
        return hypot(epx, epy)
    }

    /// The index of the device that libgps found in the last report.
    private func namedDevice() -> Int {
        withUnsafeBytes(of: &data.pointee.dev.path) { bytes in
            devices.add(UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 }))
        }
    }
}

/// libgps's time of a report; nil for "none" and for what it makes of a text that is no time (-1, or 1900; in 3.25 any
/// number of nanoseconds, from an exponent in the decimals).
private func time(_ value: timespec_t) -> UTCTime? {
    let last = 253_402_300_799  // 9999-12-31T23:59:59Z
    guard value.tv_sec > 0, value.tv_sec <= last, (0..<1_000_000_000).contains(value.tv_nsec) else { return nil }
    // Rounded: libgps reads the decimals as a binary fraction.
    return UTCTime(milliseconds: Int64(value.tv_sec) * 1000 + (Int64(value.tv_nsec) + 500_000) / 1_000_000)
}

/// Nil for NaN and for the infinity that libgps 3.22 reads from `1e999`.
private func known(_ value: Double) -> Double? {
    value.isFinite ? value : nil
}

/// Degrees 0..<360; nil for what is no course.
private func course(_ value: Double) -> Double? {
    if value == 360 { return 0 }
    return value >= 0 && value < 360 ? value : nil
}

/// The C string that a character array of libgps holds.
private func string(from bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}
