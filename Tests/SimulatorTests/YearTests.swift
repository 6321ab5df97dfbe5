import Foundation
import TestSupport
import Testing

/// A year of driving with an outage each day, in virtual time: the long mode. The usual run has six days of it.
///
/// It runs in a process of its own, this test's program once more, because what is measured is the memory of a process.
@Suite struct YearTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    private static var parts: [Int] { environment["WAYPOST_LONG"] == "1" ? months : [1, 1, 1, 1, 1, 1] }

    @Test(.timeLimit(.minutes(90)))
    func aYearCostsNoMoreAtItsEndThanAtItsBeginning() throws {
        guard Self.environment["WAYPOST_YEAR"] == nil else { return try drive() }
        let child = try ChildProcess(
            "/proc/self/exe", ["--testing-library", "swift-testing", "--filter", "YearTests"],
            environment: Self.environment.merging(["WAYPOST_YEAR": "1"]) { $1 })
        let code = child.exitCode(within: 85 * 60)
        let figures = child.output.split(separator: "\n").filter { $0.hasPrefix("Virtual time: ") }
        for line in figures { print(line) }
        #expect(code == 0 && !figures.isEmpty, "\(child.output)\(child.errors)")
    }

    private func drive() throws {
        let drive = try LongDrive()
        var parts: [LongDrive.Part] = []
        for days in Self.parts {
            parts.append(try drive.pass(days: days))
            print(parts.last.map { "\($0)" } ?? "")
        }
        try drive.finish()
        let days = Self.parts.reduce(0, +)
        // What is there from the second part on, stays.
        let (early, late) = (parts[1], parts[parts.count - 1])
        print(
            "Virtual time: \(days) days, \(drive.epochs) epochs, \(drive.kept) fixes kept and delivered in "
                + "\(drive.requests) requests; from part 2 to \(parts.count) memory \(early.memory) -> \(late.memory) kB, "
                + "outbox.db \(early.file) -> \(late.file) kB, WAL at most \(parts.map(\.journal).max() ?? 0) kB, "
                + "CPU for a day \(early.cost) -> \(late.cost) ms, 0 violations")
        // What an allocator keeps for later comes and goes by half a megabyte and more.
        #expect(late.memory <= early.memory + 2048)
        #expect(late.file <= early.file + early.file / 10)
        #expect(parts.allSatisfy { $0.journal <= 2048 })
    }
}
