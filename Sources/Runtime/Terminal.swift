import CLinux
import Glibc

/// What the standard output or error is, for programs that talk to people.
public struct Terminal: Sendable {
    /// True if a person looks at it.
    public let isTerminal: Bool
    /// True if colour is welcome: on a terminal, unless NO_COLOR is set (no-color.org) or it is a dumb one.
    public let hasColour: Bool
    /// Characters in a line: what the terminal says, else 80.
    public let columns: Int
    /// Lines: what the terminal says, else 24.
    public let rows: Int

    /// Looks at `descriptor`, standard output unless another is given.
    public init(descriptor: Int32 = STDOUT_FILENO) {
        isTerminal = isatty(descriptor) == 1
        let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
        hasColour = isTerminal && !isPlain && !isDumb
        let reported = Int(waypost_terminal_columns(descriptor))
        columns = isTerminal && reported > 0 ? reported : 80
        let lines = Int(waypost_terminal_rows(descriptor))
        rows = isTerminal && lines > 0 ? lines : 24
    }

    /// The colours that mean something.
    public enum Colour: Int, Sendable {
        /// Wrong.
        case red = 31
        /// Right.
        case green = 32
        /// Worth a look.
        case yellow = 33
    }

    /// `text` in a colour, where colour is welcome.
    public func coloured(_ text: String, _ colour: Colour) -> String {
        hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}
