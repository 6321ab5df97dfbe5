import Runtime

/// Why a recording could not be replayed.
public enum ReplayError: ReportableError, Equatable, Sendable {
    /// The file cannot be opened or read; `reason` is the system's.
    case cannotRead(path: String, reason: String)
    /// The file is larger than a replay holds in memory.
    case tooLarge(path: String, limit: Int)
    /// The content is none of the formats.
    case unknownFormat(path: String)
    /// A line of the file is not what its format demands.
    case malformed(path: String, line: Int, reason: String)
    /// The file has no fix to replay; `reason` is what it has.
    case noFix(path: String, reason: String)
    /// The drawing cannot be written; `reason` is the system's.
    case cannotWrite(reason: String)

    /// A sentence with file and line where there is one.
    public var description: String {
        switch self {
        case .cannotRead(let path, let reason):
            "cannot read \(path): \(reason)"
        case .tooLarge(let path, let limit):
            "\(path) is larger than \(limit >> 20) MB, the most that a replay takes; split it by days"
        case .unknownFormat(let path):
            "\(path) is no recording that waypost knows: it should be CSV (time_ms,latitude,longitude"
                + "[,accuracy,speed,course]), GPX, gpsd JSON lines (gpspipe -w) or NMEA 0183 (gpspipe -r)"
        case .malformed(let path, let line, let reason):
            "\(path):\(line): \(reason)"
        case .noFix(let path, let reason):
            "\(path) holds no fix that can be replayed: \(reason)"
        case .cannotWrite(let reason):
            "the drawing was not written: \(reason)"
        }
    }

    /// EX_NOINPUT, EX_DATAERR or EX_CANTCREAT.
    public var exitCode: ExitCode {
        switch self {
        case .cannotRead: .noInput
        case .tooLarge, .unknownFormat, .malformed, .noFix: .dataError
        case .cannotWrite: .cannotCreate
        }
    }
}
