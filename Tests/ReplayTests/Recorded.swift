import Foundation
import Positioning
import TestSupport

@testable import Replay

/// Reads `text` as if it were a file.
func recording(of text: String, now: UTCTime? = nil) throws -> Recording {
    let directory = TemporaryDirectory()
    return try RecordingFile(path: written(text, in: directory)).recording(now: now) { _ in }
}

/// What reading `text` fails with; nil if it does not.
func failure(of text: String) -> String? {
    do {
        _ = try recording(of: text)
        return nil
    } catch {
        // The temporary directory has another name each time.
        return "\(error)".split(separator: "/").last.map(String.init)
    }
}

func written(_ text: String, in directory: TemporaryDirectory) throws -> String {
    let path = directory.file("drive")
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
}

/// `$` and `*hh` around the body of an NMEA sentence.
func nmea(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true) + "\r\n"
}
