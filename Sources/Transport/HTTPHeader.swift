/// One header field.
public struct HTTPHeader: Equatable, Sendable {
    /// Field name, as sent; compared without regard to case.
    public var name: String
    /// Field value without surrounding blanks.
    public var value: String

    /// The field `name: value`.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// True if the field's name is `name`, compared without regard to the case of ASCII letters.
    func isNamed(_ name: String) -> Bool {
        let (ours, others) = (self.name.utf8, name.utf8)
        return ours.count == others.count && zip(ours, others).allSatisfy { Self.lowered($0) == Self.lowered($1) }
    }

    /// False if the field would end early or begin another one.
    var isOneLine: Bool {
        !name.isEmpty && !Self.holdsLineEnd(name) && !Self.holdsLineEnd(value)
    }

    private static func holdsLineEnd(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.contains { $0 == 0x00 || $0 == 0x0A || $0 == 0x0D } }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
