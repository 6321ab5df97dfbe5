import Positioning

/// Reads `time_ms,latitude,longitude[,accuracy,speed,course]`.
///
/// With a header line the columns may stand in any order, and others are passed over; without one they stand in this
/// order. `time_ms` is UTC in milliseconds since 1970; an empty cell is a number that is not known; lines that begin
/// with `#` are comments.
enum CSVReader {
    private static let names: [Substring] = ["time_ms", "latitude", "longitude", "accuracy", "speed", "course"]

    /// True if `line` names the columns that a recording needs.
    static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        let cells = cells(of: line)
        return names.prefix(3).allSatisfy(cells.contains)
    }

    /// True if `line` is printable, begins with a number and has as many cells as a recording needs.
    static func isData(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, (0x30...0x39).contains(first) || first == UInt8(ascii: "-") else { return false }
        return line.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) } && cells(of: line).count >= 3
    }

    static func read(_ file: RecordingFile, progress: (Double) -> Void) throws(ReplayError) -> Recording {
        var recording = Recording(format: .csv)
        var columns: [Int?] = names.indices.map { $0 }
        try file.forEachLine(progress: progress) { (line, number) throws(ReplayError) in
            guard let first = line.first, first != UInt8(ascii: "#") else { return }
            if recording.fixes.isEmpty, isHeader(line) {
                let cells = cells(of: line)
                columns = names.map { cells.firstIndex(of: $0) }
                return
            }
            do throws(CellError) {
                recording.append(try fix(cells(of: line), columns))
            } catch {
                throw .malformed(path: file.path, line: number, reason: error.reason)
            }
        }
        return recording
    }

    private struct CellError: Error {
        var reason: String
    }

    private static func cells(of line: ArraySlice<UInt8>) -> [Substring] {
        String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map { cell in
            let start = cell.drop { $0 == " " || $0 == "\t" || $0 == "\"" }
            let kept = start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\"" }.count
            return start.prefix(kept)
        }
    }

    private static func fix(_ cells: [Substring], _ columns: [Int?]) throws(CellError) -> Fix {
        func cell(_ index: Int) throws(CellError) -> Substring? {
            guard let column = columns[index] else { return nil }
            guard column < cells.count else {
                if index > 2 { return nil }
                throw CellError(reason: "the line ends before \(names[index])")
            }
            return cells[column].isEmpty ? nil : cells[column]
        }
        func number(_ index: Int) throws(CellError) -> Double? {
            guard let text = try cell(index) else { return nil }
            guard let value = Double(text), value.isFinite else {
                throw CellError(reason: "\(names[index]) is \(quoted(text)), which is no number")
            }
            return value
        }
        guard let time = try cell(0) else { throw CellError(reason: "time_ms is empty") }
        guard let milliseconds = Int64(time) else {
            throw CellError(reason: "time_ms is \(quoted(time)); it should be whole milliseconds since 1970, UTC")
        }
        let (latitude, longitude) = (try number(1), try number(2))
        var coordinate: Coordinate?
        if let latitude, let longitude { coordinate = Coordinate(latitude: latitude, longitude: longitude) }
        var fix = Fix(
            sampleTime: UTCTime(milliseconds: milliseconds), received: BootTime(milliseconds: 0),
            mode: coordinate == nil ? .none : .twoD, coordinate: coordinate)
        fix.horizontalAccuracy = try number(3)
        fix.speed = try number(4)
        fix.course = try number(5)
        return fix
    }
}
