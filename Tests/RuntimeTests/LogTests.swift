import Foundation
import Positioning
import TestSupport
import Testing

@testable import Runtime

@Suite struct LogTests {
    private let clock = ManualClock(boot: 0)

    /// What `body` writes to a log that is no terminal.
    private func output(_ level: LogLevel, isService: Bool = true, _ body: (Log) -> Void) -> String {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let log = Log(level: level, clock: clock, descriptor: ends[1], isService: isService)
        body(log)
        close(ends[1])
        let bytes = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func everyLineHasItsPriority() {
        let text = output(.debug) {
            $0.debug("a")
            $0.info("b")
            $0.notice("c")
            $0.warning("d\ne")
            $0.error("f")
        }
        #expect(text == "<7>a\n<6>b\n<5>c\n<4>d\n<4>e\n<3>f\n")
    }

    @Test func aCommandOfAPersonWritesWordsToAPipeToo() {
        let text = output(.info, isService: false) {
            $0.notice("a")
            $0.warning("b")
        }
        #expect(text == "a\nwarning: b\n")
    }

    @Test func whoeverDrawsOnTheTerminalHearsOfALineBeforeItComes() {
        let text = output(.notice) { log in
            log.willWrite = { [unowned log] in
                log.willWrite = {}
                log.error("first")
            }
            log.info("not written")
            log.notice("second")
        }
        #expect(text == "<3>first\n<5>second\n")
    }

    @Test func lesserLevelsAreNotWritten() {
        let text = output(.notice) {
            $0.debug("a")
            $0.info("b")
            $0.notice("c")
        }
        #expect(text == "<5>c\n")
    }

    @Test func aLineThatRepeatsIsCountedInsteadOfWritten() {
        let text = output(.info) {
            for attempt in 0..<1000 { $0.warning("attempt \(attempt) failed") }
            clock.bootTime = BootTime(milliseconds: RepeatFilter.period)
            $0.warning("attempt 1000 failed")
            $0.warning("attempt 1001 failed")
        }
        #expect(
            text == """
                <4>attempt 0 failed
                <4>attempt 1 failed
                <4>attempt 2 failed
                <4>attempt 1000 failed (997 more like this were not written)
                <4>attempt 1001 failed

                """)
    }

    @Test func aDayOfDifferentLinesIsBoundedInLinesAndMemory() {
        var filter = RepeatFilter()
        var written = 0
        var told = 0
        for number in 0..<86_400 {
            let now = BootTime(milliseconds: Int64(number) * 1000)
            if let withheld = filter.pass(Self.inLetters(number), level: .warning, now: now) {
                written += 1
                told += withheld.others
            }
        }
        #expect(written == RepeatFilter.flood * 144)
        #expect(written + told > 85_000, "what was not written is counted")
        #expect(Mirror(reflecting: filter).children.allSatisfy { ($0.value as? any Collection)?.count ?? .max <= 128 })
    }

    @Test func aFloodOfWarningsDoesNotHideAnError() {
        let text = output(.info) {
            for number in 0..<1000 { $0.warning(Self.inLetters(number)) }
            $0.error("the disk is full")
            clock.bootTime = BootTime(milliseconds: RepeatFilter.period)
            $0.warning("calm")
        }
        #expect(text.contains("<3>the disk is full\n"))
        #expect(text.hasSuffix("<4>calm (940 other lines were not written)\n"))
        #expect(text.split(separator: "\n").count == RepeatFilter.flood + 2)
    }

    /// Lines that differ in more than digits.
    private static func inLetters(_ number: Int) -> String {
        String(decoding: String(number).utf8.map { $0 + 49 }, as: UTF8.self)
    }

    /// The two ends of a new terminal; nil where there are none, as in a chroot without /dev/pts.
    private static func terminal() -> (primary: Int32, secondary: Int32)? {
        var ends: (primary: Int32, secondary: Int32) = (-1, -1)
        return openpty(&ends.primary, &ends.secondary, nil, nil, nil) == 0 ? ends : nil
    }

    private static let hasTerminals = {
        guard let ends = terminal() else { return false }
        for end in [ends.primary, ends.secondary] { close(end) }
        return true
    }()

    @Test(.enabled(if: hasTerminals, "needs terminals: /dev/pts is not mounted"))
    func aTerminalGetsWordsInsteadOfNumbers() throws {
        let (primary, secondary) = try #require(Self.terminal())
        defer { for end in [primary, secondary] { close(end) } }
        let log = Log(level: .info, clock: clock, descriptor: secondary)
        log.info("plain")
        log.warning("careful")
        var bytes = [UInt8](repeating: 0, count: 200)
        var text = ""
        while !text.contains("careful") {
            let count = read(primary, &bytes, bytes.count)
            guard count > 0 else { break }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        #expect(text == "plain\r\nwarning: careful\r\n")
    }
}
