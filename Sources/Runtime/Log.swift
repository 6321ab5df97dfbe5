import Glibc

/// Writes what a person should know to stderr, one line each.
///
/// On a terminal a line carries its level as a word if it is a warning or an error, and wherever a command writes that a
/// person has called. Elsewhere it carries the `<N>` prefix by which journald and syslog sort it (sd-daemon(3)): the log
/// of a service may reach them through a pipe. A line that repeats, and a flood of lines, is withheld and
/// counted; debug lines are not.
public final class Log {
    /// What is less than this is not written. A reload may change it.
    public var level: LogLevel
    private let descriptor: Int32
    private let hasPriorities: Bool
    private let clock: any MachineClock
    private var repeats = RepeatFilter()

    /// Called before a line is written: what stands on the terminal in its place has to go.
    public var willWrite: () -> Void = {}

    /// A log to `descriptor`, which stays the caller's. `isService` says that no person has called this process.
    public init(
        level: LogLevel, clock: any MachineClock, descriptor: Int32 = STDERR_FILENO, isService: Bool = true
    ) {
        self.level = level
        self.clock = clock
        self.descriptor = descriptor
        hasPriorities = ServiceProcess.isJournal(descriptor) || (isService && isatty(descriptor) == 0)
    }

    /// For whoever looks for a fault; the text is not built unless it is written.
    public func debug(_ text: @autoclosure () -> String) {
        if level == .debug { write(.debug, text()) }
    }

    /// What happens in the ordinary course.
    public func info(_ text: @autoclosure () -> String) {
        if level <= .info { write(.info, text()) }
    }

    /// Ordinary but rare.
    public func notice(_ text: String) {
        write(.notice, text)
    }

    /// Something is wrong; waypost copes.
    public func warning(_ text: String) {
        write(.warning, text)
    }

    /// Something is wrong, and a person has to act.
    public func error(_ text: String) {
        write(.error, text)
    }

    /// Writes `text`, each of its lines with the prefix. A log that cannot be written is nobody's business.
    public func write(_ level: LogLevel, _ text: String) {
        guard level >= self.level else { return }
        var text = text
        if level > .debug {
            guard let withheld = repeats.pass(text, level: level, now: clock.bootTime) else { return }
            if withheld.alike > 0 { text += " (\(withheld.alike) more like this were not written)" }
            if withheld.others > 0 { text += " (\(withheld.others) other lines were not written)" }
        }
        var output = ""
        for line in text.split(separator: "\n") {
            output += prefix(level)
            output += line
            output += "\n"
        }
        willWrite()
        output.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private func prefix(_ level: LogLevel) -> String {
        if hasPriorities { return "<\(level.priority)>" }
        return level >= .warning ? "\(level.rawValue): " : ""
    }
}
