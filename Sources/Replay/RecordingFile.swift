import Glibc
import Positioning

/// A file with a recording, read whole into memory.
struct RecordingFile {
    /// Most bytes of a file.
    static let limit = 1 << 30

    let path: String
    let bytes: [UInt8]

    /// Reads the file; `-` is standard input.
    init(path: String) throws(ReplayError) {
        self.path = path == "-" ? "standard input" : path
        let fd = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
        defer { if path != "-" { close(fd) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(fd, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= Self.limit else { throw .tooLarge(path: path, limit: Self.limit) }
        }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.bytes = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The recording, in the format that its first telling line shows. `now` repairs wrong 1024-week epochs of gpsd and
    /// NMEA recordings; `progress` hears the part that is done, 0 to 1.
    func recording(now: UTCTime?, progress: (Double) -> Void) throws(ReplayError) -> Recording {
        let recording =
            switch try format() {
            case .csv: try CSVReader.read(self, progress: progress)
            case .gpx: try GPXReader.read(self, progress: progress)
            case .gpsd: GPSDReader.read(self, now: now, progress: progress)
            case .nmea: NMEAReader.read(self, now: now, progress: progress)
            }
        if recording.fixes.isEmpty {
            throw .noFix(path: path, reason: Self.emptiness(of: recording))
        }
        return recording
    }

    /// Calls `body` with each line without its end, and its number from 1.
    func forEachLine<Failure: Error>(
        progress: (Double) -> Void, _ body: (ArraySlice<UInt8>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var number = 1
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            var line = bytes[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            try body(line, number)
            if number % 4096 == 0 { progress(Double(end) / Double(bytes.count)) }
            number += 1
            start = end + 1
        }
    }

    /// The format that the first telling line shows; gpsd JSON also where NMEA stands between its lines.
    private func format() throws(ReplayError) -> Recording.Format {
        var found: Recording.Format?
        forEachLine(progress: { _ in }) { line, number in
            guard number <= 1000, found == nil || found == .nmea else { return }
            guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return }
            switch first {
            case UInt8(ascii: "{"): found = .gpsd
            case UInt8(ascii: "$"), UInt8(ascii: "!"): if NMEAReader.isSentence(line) { found = .nmea }
            case _ where found == .nmea: break
            case UInt8(ascii: "<"): found = .gpx
            default: if CSVReader.isHeader(line) || CSVReader.isData(line) { found = .csv }
            }
        }
        guard let found else { throw .unknownFormat(path: path) }
        return found
    }

    private static func emptiness(of recording: Recording) -> String {
        var parts = recording.unusable.sorted { $0.key < $1.key }.map { "epochs dropped as \($0.key): \($0.value)" }
        if recording.damagedLines > 0 { parts.append("damaged lines: \(recording.damagedLines)") }
        let nothing = "its \(recording.format.rawValue) has no position with a time"
        return parts.isEmpty ? nothing : parts.joined(separator: ", ")
    }
}
