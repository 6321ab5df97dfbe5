import Foundation
import JSON
import Positioning
import Sampling
import TestSupport
import Testing

@testable import Replay

@Suite struct ReplayCommandTests {
    /// A drive round a corner, one fix a second.
    private let drive = (0...120).map { second in
        let north = Double(min(second, 60)) * 12
        let east = Double(max(0, second - 60)) * 12
        return "\(second * 1000),\(47 + north / 111_178),\(8 + east / 76_055),5,12,\(second < 60 ? 0 : 90)\n"
    }.joined()

    private func output(_ text: String, _ change: (inout ReplayCommand) -> Void) throws -> String {
        let directory = TemporaryDirectory()
        var rules = SamplingRules()
        (rules.maxError, rules.interval) = (10, nil)
        var command = ReplayCommand(path: try written(text, in: directory), rules: rules)
        change(&command)
        var output = ""
        try command.run { output += $0 }
        return output
    }

    @Test("--json prints one object with the figures of the contract")
    func json() throws {
        let value = try JSONReader().read(try output(drive) { $0.json = true })
        let names = [
            "fixes", "kept", "dropped", "km", "hours", "kept_per_km", "sed_max_m", "sed_p95_m", "ped_max_m",
            "ped_p95_m",
        ]
        #expect(Set(value.object?.keys ?? [:].keys) == Set(names))
        #expect(value["fixes"]?.integer == 121)
        #expect((value["sed_max_m"]?.number ?? 99) <= 10)
        let dropped = (value["dropped"]?.object ?? [:]).values.compactMap(\.integer).reduce(0, +)
        #expect((value["kept"]?.integer ?? 0) + dropped == 121)
    }

    @Test("--compare puts other rules beside them, as rows or as objects")
    func compare() throws {
        var coarse = SamplingRules()
        coarse.interval = 60_000
        let candidate = ReplayCommand.Candidate(name: "interval=60s", rules: coarse)
        let table = try output(drive) { $0.comparisons = [candidate] }
        #expect(table.contains("these settings") && table.contains("\ninterval=60s "))
        let value = try JSONReader().read(
            try output(drive) {
                $0.json = true
                $0.comparisons = [candidate]
            })
        let row = value["compare"]?.array?.first
        #expect(row?["settings"]?.string == "interval=60s")
        #expect((row?["sed_max_m"]?.number ?? 0) > (value["sed_max_m"]?.number ?? 99))
    }

    @Test("--explain says for each fix, in the order of the recording, why it was kept or dropped")
    func explain() throws {
        let text = drive + "121000,47.0,8.0,900\n" + "122000,,\n" + "60000,47.0,8.0,5\n"
        let lines = try output(text) { $0.explain = true }.split(separator: "\n").map(String.init)
        #expect(lines[1].contains("1970-01-01T00:00:00.000Z") && lines[1].contains("kept      first"))
        #expect(lines[1...124].filter { $0.contains("kept      max-error") }.count >= 1)
        #expect(lines[122].contains("dropped   inaccurate") && lines[122].contains("error 900.0 m"))
        #expect(lines[123].contains("dropped   no-position"))
        #expect(lines[124].contains("dropped   not-ascending"))
        let value = try JSONReader().read(
            try output(text) {
                $0.json = true
                $0.explain = true
            })
        #expect(value["explain"]?.array?.count == 124)
        #expect(value["explain"]?.array?.last?["reason"]?.string == "not-ascending")
    }

    @Test("on a terminal no line is longer than it, and nothing is left out", arguments: [30, 40, 50, 80, 100, 200])
    func narrow(columns: Int) throws {
        var coarse = SamplingRules()
        coarse.interval = 60_000
        let name = "interval=60s,heartbeat=off,parked=off,max-error=off,turn=off"
        func text(_ columns: Int?) throws -> String {
            try output(drive + "121000,47.0,8.0,900\n122000,,\n") { command in
                command.comparisons = [ReplayCommand.Candidate(name: name, rules: coarse)]
                command.explain = true
                command.columns = columns
            }
        }
        let (wide, narrow) = (try text(nil), try text(columns))
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= columns })
        func figures(_ text: String) -> [Substring] {
            text.split { !($0.isNumber || $0 == "." || $0 == ":") }.filter { $0.contains { $0.isNumber } }.sorted()
        }
        // A heading of the comparison has figures, and stands once in a table and once in each block.
        if columns == 200 { #expect(narrow == wide) }
        if columns >= 50 { #expect(Set(figures(narrow)) == Set(figures(wide))) }
    }

    @Test("a fix without an error estimate is kept, and --explain says so")
    func missingAccuracy() throws {
        let text = try output("0,47,8\n1000,47,8\n2000,47,8\n") { $0.explain = true }
        #expect(text.contains("kept      first") && text.contains("no error estimate"))
    }

    @Test("--plot draws a well-formed SVG with the drive, the kept points and the worst error")
    func plot() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("drive.svg")
        _ = try output(drive) { $0.plot = path }
        var scanner = XMLScanner(Array(try String(contentsOfFile: path, encoding: .utf8).utf8))
        var (depth, names) = (0, [String: Int]())
        while let token = try scanner.next() {
            switch token {
            case .start(let name, _):
                depth += 1
                names[name, default: 0] += 1
            case .end: depth -= 1
            case .text(let text): #expect(!text.contains("nan"))
            }
        }
        #expect(depth == 0)
        #expect((names["polyline"] ?? 0) >= 4 && (names["circle"] ?? 0) >= 6)
    }

    @Test("a drawing that cannot be written is an error that names the file")
    func plotFails() {
        #expect(throws: ReplayError.self) { try output(drive) { $0.plot = "/nonexistent/drive.svg" } }
    }

    @Test("a recording of one place can be drawn")
    func plotOfAPoint() throws {
        let directory = TemporaryDirectory()
        _ = try output("0,47,8,5\n1000,47,8,5\n2000,47,8,5\n") { $0.plot = directory.file("drive.svg") }
        #expect(try String(contentsOfFile: directory.file("drive.svg"), encoding: .utf8).contains("</svg>"))
    }
}
