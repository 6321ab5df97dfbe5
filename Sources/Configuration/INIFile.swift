/// Reads the syntax of a settings file: `[section]`, `key = value`, whole-line comments with `#` or `;`.
///
/// Own code because Debian's inih cuts lines at 200 bytes and loses the line numbers.
struct INIFile {
    /// One `key = value`.
    struct Entry: Equatable {
        var section: String
        var key: String
        var value: String
        var line: Int
    }

    /// A line that is none of the above.
    struct Fault: Equatable {
        var line: Int
        var reason: String
    }

    /// The longest value in bytes.
    static let valueLimit = 4096

    private(set) var entries: [Entry] = []
    private(set) var faults: [Fault] = []
    /// Sections in which no key was given, by the line of their heading.
    private(set) var emptySections: [Int: String] = [:]
    private var section: String?
    private var heading: Int?
    /// True below a heading that cannot be read: nobody knows what its keys belong to.
    private var isLost = false

    init(_ text: String) {
        for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            var line = Substring(line).trimmingBlanks()
            if index == 0, line.unicodeScalars.first == "\u{FEFF}" { line = line.dropFirst().trimmingBlanks() }
            read(line, number: index + 1)
        }
    }

    private mutating func read(_ line: Substring, number: Int) {
        guard let first = line.unicodeScalars.first, first != "#", first != ";" else { return }
        if first == "[" {
            isLost = line.utf8.last != UInt8(ascii: "]")
            guard !isLost else { return fail(number, "a section is written [name]; the ] is missing") }
            let name = String(line.dropFirst().dropLast().trimmingBlanks())
            emptySections[number] = name
            (section, heading) = (name, number)
            return
        }
        guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return fail(number, "\"\(line.prefix(40))\" is neither [section] nor key = value nor a # comment")
        }
        let key = line[..<equals].trimmingBlanks()
        let value = line[line.utf8.index(after: equals)...].trimmingBlanks()
        guard !key.isEmpty else { return fail(number, "there is no key before the =") }
        guard value.utf8.count <= Self.valueLimit else {
            return fail(number, "the value of \(key) is longer than \(Self.valueLimit) bytes")
        }
        guard !isLost else { return }
        if let heading { emptySections[heading] = nil }
        guard let section else {
            return fail(number, "\(key) stands before the first [section]")
        }
        entries.append(Entry(section: section, key: String(key), value: String(value), line: number))
    }

    private mutating func fail(_ line: Int, _ reason: String) {
        faults.append(Fault(line: line, reason: reason))
    }
}

extension Substring {
    /// Without blanks, tabs and carriage returns at both ends.
    func trimmingBlanks() -> Substring {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
        let scalars = unicodeScalars.drop(while: isBlank)
        guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return Substring() }
        return Substring(scalars[...last])
    }
}
