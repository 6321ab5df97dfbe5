/// Writes compact JSON: UTF-8, no blanks, members in the order in which they are written.
///
/// Nesting is by closure, so that what is opened is closed:
/// `json.object { $0.member("Position") { $0.array { $0.decimal(8.5); $0.decimal(47.3) } } }`.
/// The caller keeps names unique and writes exactly one value at the top and after each `name`.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text; `capacity` bytes are set aside for it.
    public init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// What has been written so far, as a string.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// An object with the members that `members` writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        nest("{", "}", members)
    }

    /// An array with the elements that `elements` writes.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        nest("[", "]", elements)
    }

    /// The name of the member whose value is written next.
    public mutating func name(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member whose value `value` writes.
    public mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        self.name(name)
        value(&self)
    }

    /// A member with a string.
    public mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    /// A member with an integer.
    public mutating func member(_ name: String, _ value: some BinaryInteger) {
        self.name(name)
        integer(value)
    }

    /// A member with a truth value.
    public mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    /// A string, escaped where RFC 8259 demands it and nowhere else.
    public mutating func string(_ value: String) {
        separate()
        quote(value)
    }

    /// An integer, as it is.
    public mutating func integer(_ value: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// `true` or `false`.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// `value` rounded to at most `places` decimals (0...15, ties away from zero): no exponent, no trailing zeros, no
    /// `-0`. `null` for what is not finite and for magnitudes of 2^63 and more.
    public mutating func decimal(_ value: Double, places: Int = 7) {
        let whole = value.magnitude.rounded(.towardZero)
        guard value.isFinite, whole < 0x1p63 else { return null() }
        separate()
        let scale = Self.powersOfTen[min(max(places, 0), Self.powersOfTen.count - 1)]
        var integer = UInt64(whole)
        var fraction = UInt64(((value.magnitude - whole) * Double(scale)).rounded())
        if fraction == scale {
            integer += 1
            fraction = 0
        }
        if value < 0, integer > 0 || fraction > 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(contentsOf: String(integer).utf8)
        if fraction > 0 { appendFraction(fraction, of: scale) }
    }

    /// The shortest number that reads back as exactly `value`; may have an exponent. `null` for what is not finite.
    public mutating func real(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Any value; the members of objects in the order of their names.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        case .real(let number): real(number)
        case .string(let text): string(text)
        case .array(let elements): array { json in elements.forEach { json.value($0) } }
        case .object(let members):
            object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.name(name)
                    json.value(value)
                }
            }
        }
    }

    private static let powersOfTen = (0...15).map { exponent in
        (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 }
    }

    private mutating func appendFraction(_ fraction: UInt64, of scale: UInt64) {
        bytes.append(UInt8(ascii: "."))
        var (rest, place) = (fraction, scale / 10)
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / place))
            rest %= place
            place /= 10
        }
    }

    private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ inside: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        inside(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quote(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        let isPlain = text.withUTF8 { utf8 in
            guard !utf8.contains(where: Self.needsEscape) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if !isPlain { escape(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += Array(#"\b"#.utf8)
            case 0x09: bytes += Array(#"\t"#.utf8)
            case 0x0A: bytes += Array(#"\n"#.utf8)
            case 0x0C: bytes += Array(#"\f"#.utf8)
            case 0x0D: bytes += Array(#"\r"#.utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += Array((digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8) + Array(digits.utf8)
            default: bytes.append(byte)
            }
        }
    }
}
