/// Reads the tags and texts of an XML document one after the other, as far as GPX needs them.
///
/// Our own rather than libexpat: `waypost` is the uploader's binary too, which would load the library on every box for
/// the sake of a desk tool. No DTD is read, so that no entity can grow; attributes and texts have the five predefined
/// entities and character references.
struct XMLScanner {
    /// What comes next in the document.
    enum Token: Equatable {
        /// `<name attribute="value">`; names without their namespace prefix. An empty element is followed by its end.
        case start(name: String, attributes: [String: String])
        /// `</name>`
        case end(name: String)
        /// Text between tags that is not blank, trimmed.
        case text(String)
    }

    /// What is wrong with the document.
    struct Fault: Error {
        var line: Int
        var reason: String
    }

    private let bytes: [UInt8]
    private(set) var position = 0
    /// Line of `position`, from 1.
    private(set) var line = 1
    private var pendingEnd: String?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next token; nil at the end.
    mutating func next() throws(Fault) -> Token? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                let text = try unescaped(take(until: "<"))
                if !text.isEmpty { return .text(text) }
            } else if let token = try markup() {
                return token
            }
        }
        return nil
    }

    private mutating func markup() throws(Fault) -> Token? {
        let begun = line
        if starts(with: "<!--") { return try skip(past: "-->", begun) }
        if starts(with: "<?") { return try skip(past: "?>", begun) }
        if starts(with: "<![CDATA[") {
            position += 9
            let text = trimmed(take(until: "]]>"))
            try expect("]]>", begun, "the CDATA section")
            return text.isEmpty ? nil : .text(text)
        }
        if starts(with: "<!") { throw Fault(line: line, reason: "a document type definition is not accepted in GPX") }
        let content = try tagContent(begun)
        guard let first = content.first else { throw Fault(line: begun, reason: "a tag has no name") }
        if first == UInt8(ascii: "/") { return .end(name: Self.localName(content.dropFirst())) }
        let isEmpty = content.last == UInt8(ascii: "/")
        let body = isEmpty ? content.dropLast() : content
        let name = Self.localName(body.prefix { !isBlank($0) })
        if isEmpty { pendingEnd = name }
        return .start(name: name, attributes: try attributes(body.drop { !isBlank($0) }, begun))
    }

    /// What stands between `<` and the `>` that is not inside quotes.
    private mutating func tagContent(_ begun: Int) throws(Fault) -> ArraySlice<UInt8> {
        position += 1
        let start = position
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\n") { line += 1 }
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                position += 1
                return bytes[start..<position - 1]
            }
            position += 1
        }
        throw Fault(line: begun, reason: "the file ends inside a tag")
    }

    private func attributes(_ text: ArraySlice<UInt8>, _ line: Int) throws(Fault) -> [String: String] {
        var found: [String: String] = [:]
        var rest = text.drop(while: isBlank)
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { break }
            let name = Self.localName(rest[..<equals].prefix { !isBlank($0) })
            let value = rest[(equals + 1)...].drop(while: isBlank)
            guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote)
            else { throw Fault(line: line, reason: "the attribute \(quoted(name)) has no quoted value") }
            found[name] = try unescaped(value[(value.startIndex + 1)..<end])
            rest = rest[(end + 1)...].drop(while: isBlank)
        }
        return found
    }

    // MARK: Bytes

    private mutating func take(until mark: StaticString) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, !starts(with: mark) { advance() }
        return bytes[start..<position]
    }

    private mutating func skip(past mark: StaticString, _ begun: Int) throws(Fault) -> Token? {
        _ = take(until: mark)
        try expect(mark, begun, "a comment or instruction")
        return nil
    }

    private mutating func expect(_ mark: StaticString, _ begun: Int, _ what: String) throws(Fault) {
        guard starts(with: mark) else { throw Fault(line: begun, reason: "the file ends inside \(what)") }
        position += mark.utf8CodeUnitCount
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private func starts(with mark: StaticString) -> Bool {
        mark.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private func trimmed(_ text: ArraySlice<UInt8>) -> String {
        let start = text.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }

    private static func localName(_ name: some Sequence<UInt8>) -> String {
        let text = String(decoding: Array(name), as: UTF8.self).split { $0.isWhitespace }.first ?? ""
        return String(text.split(separator: ":").last ?? "")
    }

    private func unescaped(_ text: ArraySlice<UInt8>) throws(Fault) -> String {
        let plain = trimmed(text)
        guard plain.contains("&") else { return plain }
        var result = ""
        var rest = plain[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            guard let semicolon = rest[ampersand...].firstIndex(of: ";"),
                let character = Self.character(rest[rest.index(after: ampersand)..<semicolon])
            else { throw Fault(line: line, reason: "an & is not followed by the name of a known character") }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: semicolon)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init)
        }
    }
}
