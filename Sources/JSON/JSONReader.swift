import CJansson

/// Reads JSON strictly: one value, nothing after it, no name twice in an object, valid UTF-8, within bounds.
public struct JSONReader: Sendable {
    /// Most bytes of a text.
    public var maximumSize: Int
    /// Most arrays and objects inside one another; the outermost one counts as 1.
    public var maximumDepth: Int

    /// A reader with bounds that fit every answer of the services that waypost talks to.
    public init(maximumSize: Int = 1 << 20, maximumDepth: Int = 32) {
        self.maximumSize = maximumSize
        self.maximumDepth = maximumDepth
    }

    /// The value that `text` stands for.
    public func read(_ text: [UInt8]) throws(JSONError) -> JSONValue {
        guard text.count <= maximumSize else {
            throw JSONError(
                kind: .tooLarge, line: 1, offset: maximumSize,
                reason: "\(text.count) bytes where at most \(maximumSize) are accepted")
        }
        try checkDepth(of: text)
        var fault = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
        let root = text.withUnsafeBytes { bytes in
            json_loadb(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, flags, &fault)
        }
        guard let root else { throw JSONError(jansson: fault) }
        defer { json_decref(root) }
        return JSONValue(jansson: root)
    }

    /// The value that the UTF-8 of `text` stands for.
    public func read(_ text: String) throws(JSONError) -> JSONValue {
        try read(Array(text.utf8))
    }

    /// jansson bounds the depth at a number fixed when it was built, so brackets outside strings are counted first.
    private func checkDepth(of text: [UInt8]) throws(JSONError) {
        var (depth, line) = (0, 1)
        var (inString, escaped) = (false, false)
        for (offset, byte) in text.enumerated() {
            if escaped {
                escaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): escaped = inString
            case UInt8(ascii: "\""): inString.toggle()
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += inString ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= inString ? 0 : 1
            default: break
            }
            if depth > maximumDepth {
                throw JSONError(
                    kind: .tooDeep, line: line, offset: offset,
                    reason: "more than \(maximumDepth) arrays and objects inside one another")
            }
        }
    }
}

extension JSONError {
    /// jansson's fault without the ` near '...'` that repeats a piece of the text.
    fileprivate init(jansson fault: json_error_t) {
        let text = withUnsafeBytes(of: fault.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let reason = words.prefix { $0 != "near" }.joined(separator: " ")
        self.init(kind: .malformed, line: max(1, Int(fault.line)), offset: max(0, Int(fault.position)), reason: reason)
    }
}

extension JSONValue {
    /// A copy of what jansson holds at `node`.
    fileprivate init(jansson node: UnsafeMutablePointer<json_t>) {
        switch node.pointee.type {
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        case JSON_INTEGER: self = .integer(json_integer_value(node))
        case JSON_REAL: self = .real(json_real_value(node))
        case JSON_STRING: self = .string(Self.text(json_string_value(node), json_string_length(node)))
        case JSON_ARRAY: self = .array(Self.elements(of: node))
        case JSON_OBJECT: self = .object(Self.members(of: node))
        default: self = .null
        }
    }

    private static func elements(of node: UnsafeMutablePointer<json_t>) -> [JSONValue] {
        (0..<json_array_size(node)).compactMap { index in
            json_array_get(node, index).map { JSONValue(jansson: $0) }
        }
    }

    private static func members(of node: UnsafeMutablePointer<json_t>) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.reserveCapacity(json_object_size(node))
        var iterator = json_object_iter(node)
        while let current = iterator {
            if let name = json_object_iter_key(current), let value = json_object_iter_value(current) {
                members[String(cString: name)] = JSONValue(jansson: value)
            }
            iterator = json_object_iter_next(node, current)
        }
        return members
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
}
