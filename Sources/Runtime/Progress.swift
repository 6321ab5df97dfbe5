import Glibc

/// How far a long operation is: a line that is redrawn on stderr if that is a terminal, a plain line now and then if
/// it is not.
public struct Progress {
    /// Milliseconds between two lines elsewhere than on a terminal.
    static let plainPeriod: Int64 = 10_000

    private let terminal: Terminal
    private let clock: any MachineClock
    private let program: String
    private let descriptor: Int32
    private var lastPlain: Int64
    private var isDrawn = false

    /// Nothing is shown on the terminal to which the output itself goes meanwhile: it would be torn apart.
    private let isHidden: Bool

    /// Progress of `program`, which a plain line names. `streams` says that standard output is written while this goes
    /// on, not after it. `descriptor` stays the caller's.
    public init(_ program: String, clock: any MachineClock, streams: Bool, descriptor: Int32 = STDERR_FILENO) {
        self.program = program
        self.clock = clock
        self.descriptor = descriptor
        terminal = Terminal(descriptor: descriptor)
        isHidden = streams && terminal.isTerminal && Terminal().isTerminal
        lastPlain = clock.bootTime.milliseconds
    }

    /// Shows `text`, with a bar if it is known which part of the whole is done.
    public mutating func show(_ text: String, part: Double? = nil) {
        guard !isHidden else { return }
        if terminal.isTerminal {
            put("\r\u{1B}[K" + Self.line(text, part: part, columns: terminal.columns))
            isDrawn = true
            return
        }
        let now = clock.bootTime.milliseconds
        guard now - lastPlain >= Self.plainPeriod else { return }
        lastPlain = now
        put("\(program): \(text)\n")
    }

    /// Takes the line away.
    public mutating func end() {
        if isDrawn { put("\r\u{1B}[K") }
        isDrawn = false
    }

    /// One line of a terminal, which must not wrap it: it could not be written over. The bar gives way to the words, and
    /// the last column stays free.
    static func line(_ text: String, part: Double?, columns: Int) -> String {
        let whole = part.map { bar($0) + " " + text } ?? text
        return whole.count < columns ? whole : String(text.prefix(max(columns - 1, 0)))
    }

    private static func bar(_ part: Double) -> String {
        let done = Int((min(max(part, 0), 1) * 20).rounded())
        return "[" + String(repeating: "#", count: done) + String(repeating: ".", count: 20 - done) + "]"
    }

    private func put(_ text: String) {
        let output = Output(descriptor: descriptor)
        try? output.write(text)
        try? output.flush()
    }
}
