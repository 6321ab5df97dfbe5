import Glibc
import Runtime

/// One line on a terminal that says how far a long job is; nothing where standard error is no terminal.
struct Progress {
    private let title: String
    private let isWanted: Bool
    private var shown = -1

    init(title: String, isWanted: Bool) {
        self.title = title
        self.isWanted = isWanted && isatty(STDERR_FILENO) == 1
    }

    /// Shows the part that is done, 0 to 1.
    mutating func show(_ part: Double) {
        let percent = Int(part * 100)
        guard isWanted, percent > shown else { return }
        shown = percent
        // A line that the terminal wraps could not be written over: its last column stays free too.
        let room = max(Terminal(descriptor: STDERR_FILENO).columns - 1 - ": 100 %".count, 0)
        write("\r\(title.prefix(room)): \(percent) %")
    }

    /// Wipes the line.
    mutating func clear() {
        if shown >= 0 { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
