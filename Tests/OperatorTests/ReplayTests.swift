import JSON
import Runtime
import Testing

@testable import Configuration
@testable import Operator

@Suite struct ReplayTests {
    /// An hour straight to the north at one fix a second.
    private func recording(_ box: Box) throws -> String {
        let path = box.directory.file("drive.csv")
        let rows = (0..<3600).map { "\(1_796_000_000_000 + $0 * 1000),\(47 + Double($0) * 0.0001),8.5" }
        try TextFile.replace(path, with: "time_ms,latitude,longitude\n" + rows.joined(separator: "\n") + "\n")
        return path
    }

    @Test func theRulesOfTheSettingsAreApplied() throws {
        let box = try Box()
        let path = try recording(box)
        let set = ["sampling.interval=60s", "sampling.heartbeat=off", "sampling.parked=off"]
        let answer = try JSONReader().read(Array(try box.run(ReplayCommandLine.self, ["--json", path], set: set).utf8))
        #expect(answer["fixes"]?.integer == 3600)
        #expect(answer["kept"]?.integer == 60)
    }

    @Test func otherRulesStandBesideThem() throws {
        let box = try Box()
        let path = try recording(box)
        let file = box.directory.file("other.conf")
        try TextFile.replace(file, with: "[sampling]\ninterval = 100s\nheartbeat = off\nparked = off\n")
        let arguments = ["--json", "--compare", "interval=120s,heartbeat=off,parked=off", "--compare", file, path]
        let answer = try JSONReader().read(Array(try box.run(ReplayCommandLine.self, arguments).utf8))
        #expect(answer["compare"]?.array?.compactMap { $0["kept"]?.integer } == [30, 36])
    }

    @Test func wrongUseIsAUsageError() throws {
        let box = try Box()
        #expect(throws: UsageError.self) { try box.run(ReplayCommandLine.self, []) }
        #expect(throws: UsageError.self) { try box.run(ReplayCommandLine.self, ["a", "--now", "soon"]) }
        #expect(throws: SettingsError.self) { try box.run(ReplayCommandLine.self, ["a", "--compare", "intervall=3s"]) }
    }
}
