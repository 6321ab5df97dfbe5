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
}
