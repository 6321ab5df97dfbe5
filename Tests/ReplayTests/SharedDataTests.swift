import Foundation
import Positioning
import Sampling
import Testing

@testable import Replay

/// Files that lie beside the project, not in it.
private enum Shared {
    /// `shared/data` beside the project or beside a folder that holds it.
    static let directory = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("shared/data").path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
        }
        return "shared/data"
    }()
    static let isThere = FileManager.default.fileExists(atPath: directory)

    static func files(_ folder: String, _ ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(folder)")) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(directory)/\(folder)/\($0)" }
    }

    static func figures(_ path: String, _ rules: SamplingRules) throws -> ReplayFigures {
        let recording = try RecordingFile(path: path).recording(now: nil) { _ in }
        let run = Run(recording, rules: rules)
        return ReplayFigures(of: run, deviations: Deviation.all(of: run))
    }
}

@Suite(.enabled(if: Shared.isThere, "needs ../shared/data"))
struct SharedDataTests {
    @Test("max-error=10m keeps at most 12.7 % of the real drives, and is at most 10 m wrong on each")
    func realDrives() throws {
        var rules = SamplingRules()
        (rules.maxError, rules.heartbeat, rules.interval) = (10, 120_000, nil)
        (rules.maxSpeed, rules.parked) = (nil, false)
        let drives = Shared.files("tracks", ".csv")
        let all = try drives.map { try Shared.figures($0, rules) }
        #expect(all.count == 37)
        for (drive, figures) in zip(drives, all) { #expect((figures.sed?.max ?? 99) <= 10, "\(drive)") }
        let share = Double(all.map(\.kept).reduce(0, +)) / Double(all.map(\.fixes).reduce(0, +))
        #expect(share <= 0.127)
    }

    @Test(
        "a receiver that stands still is one place in what is kept",
        arguments: [
            "ais-nmea", "ait250", "bu353s4", "hemi", "iTrek", "mt3339", "neo-m8n",
            "nmea-rtk", "rst39", "sirfstarv", "telit-he910", "trimble-res720", "ublox-neo-m8n", "unicore-um621",
        ])
    func standing(log: String) throws {
        let recording = try RecordingFile(path: "\(Shared.directory)/gpsd-logs/\(log).log.chk").recording(now: nil) {
            _ in
        }
        let run = Run(recording, rules: SamplingRules())
        #expect(Set(run.kept.compactMap(\.coordinate)).count == 1)
    }

    /// By the defaults, checked by hand against the reports: `bundg_zeus_9` is a boat under way, `sirfstarv` repeats and
    /// reverses its times, the coldboot log has one epoch with a position before its week counter jumps.
    @Test(
        "what the rules keep and drop of each receiver log",
        arguments: [
            ("ais-nmea", 1, ["parked": 160]),
            ("ait250", 1, ["parked": 32]),
            ("april6_2019", 0, ["outlier": 1]),
            ("bu303-nofix", 0, ["no-position": 7]),
            ("bu353s4", 1, ["parked": 24]),
            ("bundg_zeus_9", 6, ["no-trigger": 138, "parked": 3]),
            ("gp-320fw-2019-04-07-coldboot", 0, ["backwards": 7, "no-position": 1, "outlier": 1]),
            ("hemi", 1, ["no-position": 112, "parked": 5]),
            ("iTrek", 1, ["inaccurate": 1, "parked": 33]),
            ("mt3339", 1, ["parked": 29]),
            ("neo-m8n", 1, ["parked": 21]),
            ("nmea-rtk", 2, ["parked": 120]),
            ("quectel-eg25-g", 1, ["no-position": 2, "parked": 22]),
            ("rst39", 1, ["parked": 39]),
            ("sirfstarv", 1, ["inaccurate": 1, "no-position": 6, "not-ascending": 98, "parked": 53]),
            ("telit-he910", 1, ["backwards": 1, "parked": 185]),
            ("trimble-res720", 1, ["parked": 16]),
            ("ublox-neo-m8n", 1, ["parked": 21]),
            ("unicore-um621", 1, ["inaccurate": 1, "no-position": 4, "parked": 14]),
        ])
    func receiverLogs(log: String, kept: Int, dropped: [String: Int]) throws {
        let figures = try Shared.figures("\(Shared.directory)/gpsd-logs/\(log).log.chk", SamplingRules())
        #expect(figures.kept == kept)
        #expect(figures.dropped == dropped)
    }
}
