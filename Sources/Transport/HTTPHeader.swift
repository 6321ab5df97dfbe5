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

    /// False if the field would end early or begin another one.
    var isOneLine: Bool {
        let ends: [UInt8] = [0x00, 0x0A, 0x0D]
        return !name.isEmpty && !name.utf8.contains(where: ends.contains) && !value.utf8.contains(where: ends.contains)
    }
}
