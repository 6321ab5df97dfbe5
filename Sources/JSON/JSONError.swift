/// Why a text was not accepted as JSON.
///
/// Says where and why, never what stands there: the text may hold a secret.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was wrong with the text.
    public enum Kind: Equatable, Sendable {
        /// More bytes than the reader accepts.
        case tooLarge
        /// Arrays and objects nested deeper than the reader accepts.
        case tooDeep
        /// Not JSON: bad syntax, bad UTF-8, a name given twice in one object, or a number that 64 bits cannot hold.
        case malformed
    }

    /// What was wrong.
    public var kind: Kind
    /// Line of the fault, from 1.
    public var line: Int
    /// Bytes before the fault.
    public var offset: Int
    /// What was wrong, in a few words.
    public var reason: String

    /// A sentence with the place and the reason.
    public var description: String {
        "The text is not acceptable JSON: \(reason), at line \(line), after \(offset) bytes."
    }
}
