import JSON
import Positioning
import Replay
import Sampling

/// A file with a recorded drive, replayed as `waypost replay` does it. The first byte chooses rules and form.
enum RecordedDrive {
    static func check(_ input: [UInt8]) throws(Violation) {
        guard let first = input.first else { return }
        let content = input.dropFirst()
        var command = ReplayCommand(
            path: ScratchFile.holding(content, as: "recording"), rules: rules(first))
        command.comparisons = [.init(name: "defaults", rules: SamplingRules())]
        command.now = first & 1 == 0 ? nil : UTCTime(seconds: 1_800_000_000)
        command.json = first & 64 == 0
        command.explain = first & 128 == 0
        if first & 192 == 192 { command.plot = ScratchFile.path("drawing") }
        var output = ""
        do throws(ReplayError) {
            try command.run { output += $0 }
        } catch {
            return try check(error, lines: content.count { $0 == UInt8(ascii: "\n") } + 1)
        }
        if command.json { try checkFigures(output) }
    }

    private static func rules(_ choice: UInt8) -> SamplingRules {
        var rules = SamplingRules()
        rules.parked = choice & 2 == 0
        if choice & 4 != 0 { rules.maxError = 10 }
        if choice & 8 != 0 { (rules.turn, rules.distance, rules.accuracy) = (25, 50, true) }
        if choice & 16 != 0 { (rules.maxAccuracy, rules.maxSpeed, rules.heartbeat) = (nil, nil, nil) }
        if choice & 32 != 0 { (rules.keepWhen, rules.maxError) = (.all, nil) }
        return rules
    }

    /// Every epoch is kept or dropped, and the text is JSON.
    private static func checkFigures(_ text: String) throws(Violation) {
        guard let figures = try? JSONReader(maximumSize: 64 << 20).read(text) else {
            throw Violation(description: "the figures are not JSON: \(text)")
        }
        let dropped = (figures["dropped"]?.object ?? [:]).values.compactMap(\.integer).reduce(0, +)
        let (fixes, kept) = (figures["fixes"]?.integer ?? -1, figures["kept"]?.integer ?? -1)
        try demand(fixes == kept + dropped && kept >= 0, "\(fixes) fixes, \(kept) kept, \(dropped) dropped")
    }

    /// An error is one line without control characters, and names a line of the file.
    private static func check(_ error: ReplayError, lines: Int) throws(Violation) {
        let sentence = error.description
        try demand(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "odd: \(sentence)")
        try demand(sentence.utf8.count < 1000, "a sentence of \(sentence.utf8.count) bytes")
        switch error {
        case .malformed(_, let line, _): try demand((1...lines).contains(line), "line \(line) of \(lines)")
        case .unknownFormat, .noFix: break
        case .cannotRead, .tooLarge, .cannotWrite: throw Violation(description: sentence)
        }
    }
}
