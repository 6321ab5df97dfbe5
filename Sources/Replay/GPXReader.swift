import Positioning

/// Reads the track points of a GPX file: `lat`, `lon`, `time`, and what is known of `ele`, `hdop`, `sat`, `fix`, and of
/// `speed`, `course` and `accuracy`, which stand in the point (GPX 1.0) or in its extensions, whatever their namespace.
enum GPXReader {
    static func read(_ file: RecordingFile, progress: (Double) -> Void) throws(ReplayError) -> Recording {
        var recording = Recording(format: .gpx)
        var scanner = XMLScanner(file.bytes)
        var point: Point?
        var element = ""
        do throws(XMLScanner.Fault) {
            while let token = try scanner.next() {
                switch token {
                case .start("trkpt", let attributes):
                    point = Point(attributes, line: scanner.line)
                    if recording.fixes.count % 4096 == 0 {
                        progress(Double(scanner.position) / Double(file.bytes.count))
                    }
                case .start(let name, _):
                    element = name
                case .text(let text):
                    try point?.set(element, text, line: scanner.line)
                case .end("trkpt"):
                    if let fix = try point?.fix() {
                        recording.append(fix)
                    } else if point != nil {
                        recording.unusable["no-time", default: 0] += 1
                    }
                    point = nil
                case .end:
                    element = ""
                }
            }
        } catch {
            throw .malformed(path: file.path, line: error.line, reason: error.reason)
        }
        return recording
    }
}

/// A `trkpt` while it is read.
private struct Point {
    private let line: Int
    private let latitude: String?
    private let longitude: String?
    private var time: UTCTime?
    private var mode: FixMode?
    private var numbers: [String: Double] = [:]

    init(_ attributes: [String: String], line: Int) {
        self.line = line
        latitude = attributes["lat"]
        longitude = attributes["lon"]
    }

    mutating func set(_ element: String, _ text: String, line: Int) throws(XMLScanner.Fault) {
        switch element {
        case "time":
            guard let value = UTCTime(iso8601: text) else {
                throw XMLScanner.Fault(
                    line: line, reason: "time is \(quoted(text)); it should be like 2026-01-31T12:00:00Z")
            }
            time = value
        case "fix":
            mode = ["none": FixMode.none, "2d": .twoD, "3d": .threeD, "dgps": .threeD, "pps": .threeD][text]
        case "ele", "hdop", "sat", "speed", "course", "accuracy":
            guard let value = Double(text), value.isFinite else {
                throw XMLScanner.Fault(line: line, reason: "\(element) is \(quoted(text)), which is no number")
            }
            numbers[element] = value
        default:
            break
        }
    }

    /// The fix; nil without a time.
    func fix() throws(XMLScanner.Fault) -> Fix? {
        guard let latitude = latitude.flatMap({ Double($0) }), let longitude = longitude.flatMap({ Double($0) }) else {
            throw XMLScanner.Fault(line: line, reason: "a track point needs lat and lon, each a number")
        }
        guard let time else { return nil }
        var fix = Fix(
            sampleTime: time, received: BootTime(milliseconds: 0),
            mode: mode ?? (numbers["ele"] == nil ? .twoD : .threeD),
            coordinate: Coordinate(latitude: latitude, longitude: longitude))
        fix.horizontalAccuracy = numbers["accuracy"]
        fix.hdop = numbers["hdop"]
        fix.speed = numbers["speed"]
        fix.course = numbers["course"]
        fix.altitude = numbers["ele"]
        fix.satellites = numbers["sat"].flatMap { Int(exactly: $0) }
        return fix
    }
}
