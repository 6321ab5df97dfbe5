import CGPS
import Glibc
import Positioning

/// Turns lines of gpsd into `Report`s through libgps's `gps_unpack`. No other file reads `gps_data_t`.
///
/// `gps_unpack` needs no session of libgps's own (3.22, 3.25); it says neither which class it read nor whether it
/// could read the line, so both are found here: the class in the text, the success by an object appended to it.
final class ReportParser {
    /// gpsd's device paths in the order of their first report; `""` stands for a report that names none.
    private(set) var devices: [String] = []
    /// The same as C strings, to be compared without an allocation.
    private var paths: [[CChar]] = []
    private let data: UnsafeMutablePointer<gps_data_t>
    private let text: UnsafeMutablePointer<CChar>

    /// Room for devices; gpsd itself serves 4 to 12 at a time. All later ones share the last place.
    static let maximumDevices = 32
    /// libgps goes on to the next object of a line only if it understood the first, and notes each WATCH it reads.
    private static let witness = Array(#"{"class":"WATCH"}"#.utf8CString)

    init() {
        data = .allocate(capacity: 1)
        memset(data, 0, MemoryLayout<gps_data_t>.size)
        text = .allocate(capacity: LineBuffer.capacity + Self.witness.count)
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
        case .position: unpack(line) ? .position(position()) : .malformed
        case .sky: unpack(line) ? .sky(sky()) : .malformed
        case .version: unpack(line) ? .version(release()) : .malformed
        case .error: unpack(line) ? .refused(message: message()) : .malformed
        case .device: lostDevice(line)
        }
    }

    /// True if libgps read the line to its end. What it finds in `data` from an earlier line would stay otherwise.
    private func unpack(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let start = line.baseAddress, line.count <= LineBuffer.capacity else { return false }
        memcpy(text, start, line.count)
        memcpy(text + line.count, Self.witness, Self.witness.count)
        data.pointee.set = 0
        data.pointee.satellites_used = 0
        _ = waypost_gps_unpack(text, data)
        return data.pointee.set & POLICY_SET != 0
    }

    private func position() -> PositionReport {
        let mode = FixMode(rawValue: Int(data.pointee.fix.mode)) ?? .unknown
        let latitude = known(data.pointee.fix.latitude)
        let longitude = known(data.pointee.fix.longitude)
        var coordinate: Coordinate?
        if mode >= .twoD, let latitude, let longitude {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        return PositionReport(
            device: device(), time: time(data.pointee.fix.time), mode: mode, coordinate: coordinate,
            horizontalAccuracy: horizontalAccuracy(), altitude: known(data.pointee.fix.altMSL),
            speed: known(data.pointee.fix.speed), course: course(data.pointee.fix.track),
            climb: known(data.pointee.fix.climb))
    }

    private func sky() -> SkyReport {
        // libgps 3.22 counts the satellites of the array alone, later ones take uSat where there is none.
        let used = Int(data.pointee.satellites_used)
        let counted = used > 0 || data.pointee.satellites_visible > 0
        return SkyReport(device: device(), hdop: known(data.pointee.dop.hdop), satellites: counted ? used : nil)
    }

    private func release() -> String {
        withUnsafeBytes(of: &data.pointee.version.release, string(from:))
    }

    private func message() -> String {
        withUnsafeBytes(of: &data.pointee.error, string(from:))
    }

    /// gpsd says `"activated":0` where it otherwise has a time in quotes: libgps gives up there, and only the text tells.
    private func lostDevice(_ line: UnsafeRawBufferPointer) -> Report {
        guard let after = line.offset(after: #""activated":0"#), after < line.count else { return .irrelevant }
        guard line[after] == UInt8(ascii: ",") || line[after] == UInt8(ascii: "}") else { return .irrelevant }
        data.pointee.dev.path.0 = 0
        _ = unpack(line)
        return .deviceLost(path: withUnsafeBytes(of: &data.pointee.dev.path, string(from:)))
    }

    private func horizontalAccuracy() -> Double? {
        if let eph = known(data.pointee.fix.eph) { return eph }
        guard let epx = known(data.pointee.fix.epx), let epy = known(data.pointee.fix.epy) else { return nil }
        return hypot(epx, epy)
    }

    /// The index of the device that the last report names.
    private func device() -> Int {
        withUnsafeBytes(of: &data.pointee.dev.path) { bytes in
            guard let path = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
            if let known = paths.firstIndex(where: { strcmp($0, path) == 0 }) { return known }
            guard paths.count < Self.maximumDevices else { return Self.maximumDevices - 1 }
            let name = string(from: bytes)
            devices.append(name)
            paths.append(Array(name.utf8CString))
            return paths.count - 1
        }
    }
}

/// libgps's time of a report; nil for "none" and for what it makes of a text that is no time (-1, or 1900).
private func time(_ value: timespec_t) -> UTCTime? {
    let last = 253_402_300_799  // 9999-12-31T23:59:59Z
    guard value.tv_sec > 0, value.tv_sec <= last else { return nil }
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
