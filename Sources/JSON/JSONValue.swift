/// One value of JSON (RFC 8259), as read from somebody else's text.
public enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// A number written with a fraction or an exponent; always finite.
    case real(Double)
    /// A string; may hold any Unicode scalar, U+0000 included.
    case string(String)
    /// An array, in the order of the text.
    case array([JSONValue])
    /// An object; its names are unique, their order is not kept.
    case object([String: JSONValue])

    /// The member `name` of an object; nil for a missing member and for any other kind of value.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The string; nil for any other kind of value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth value; nil for any other kind of value.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The integer; nil for any other kind of value, also for `1.0`.
    public var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The number, whether written as an integer or not; nil for any other kind of value.
    public var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// The elements; nil for any other kind of value.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members; nil for any other kind of value.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}
