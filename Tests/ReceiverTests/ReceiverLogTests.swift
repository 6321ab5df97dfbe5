import Foundation
import Positioning
import Testing

@testable import Receiver

/// What becomes of one log. Counted from the `.chk` by a reader that shares nothing with this code: a run of TPV with the
/// same time is an epoch, TPV without a time count only where no other came before.
struct Expected: Sendable, CustomTestStringConvertible {
    let log: String
    /// As a recording: epochs with a time not before the first position.
    let recorded: Int
    /// Those of them with a position.
    let positions: Int
    /// As a recording: epochs that are not fixes.
    var left: [EpochDrop: Int] = [:]
    /// From a live receiver whose program was built the day before: the fixes handed out.
    let live: Int
    /// From a live receiver: epochs that are not fixes.
    var dropped: [EpochDrop: Int] = [:]

    var testDescription: String { log }
}

let expectations = [
    // Simulated without a date, and a depth sounder that tells none: never a time.
    Expected(log: "GPSmap-76S", recorded: 0, positions: 0, left: [.noTime: 1], live: 0, dropped: [.noTime: 1]),
    Expected(log: "sounder", recorded: 0, positions: 0, left: [.noTime: 1], live: 0, dropped: [.noTime: 1]),
    Expected(log: "ais-nmea", recorded: 161, positions: 161, live: 161),
    // 2D from the first to the last epoch.
    Expected(log: "ait250", recorded: 33, positions: 33, live: 33),
    // One epoch is no agreement.
    Expected(log: "april6_2019", recorded: 1, positions: 1, live: 0, dropped: [.unconfirmed: 1]),
    Expected(log: "bu303-nofix", recorded: 7, positions: 0, live: 0, dropped: [.noPosition: 7]),
    Expected(log: "bu353s4", recorded: 25, positions: 25, live: 25),
    Expected(log: "bundg_zeus_9", recorded: 147, positions: 147, live: 147),
    // The only position comes first and is of 2019; the seven epochs after it are dated 1999.
    Expected(
        log: "gp-320fw-2019-04-07-coldboot", recorded: 2, positions: 1, left: [.backwards: 7], live: 0,
        dropped: [.noPosition: 8, .unconfirmed: 1]),
    // Six positions at the end.
    Expected(log: "hemi", recorded: 118, positions: 6, live: 6, dropped: [.noPosition: 112]),
    Expected(log: "iTrek", recorded: 35, positions: 35, live: 35),
    Expected(log: "mt3339", recorded: 30, positions: 30, live: 30),
    Expected(log: "neo-m8n", recorded: 22, positions: 22, live: 22),
    // A hole of ten minutes.
    Expected(log: "nmea-rtk", recorded: 122, positions: 122, live: 122),
    Expected(log: "quectel-eg25-g", recorded: 25, positions: 23, live: 25),
    Expected(log: "rst39", recorded: 40, positions: 40, live: 40),
    // Each second comes in the order n, n+1, n: sixty times ascend, and the first two were not yet trusted.
    Expected(
        log: "sirfstarv", recorded: 159, positions: 153, live: 60,
        dropped: [.backwards: 49, .duplicate: 48, .unconfirmed: 2]),
    // The second epoch lies 0.3 s before the first.
    Expected(
        log: "telit-he910", recorded: 186, positions: 186, left: [.backwards: 1], live: 186, dropped: [.unconfirmed: 1]),
    Expected(log: "trimble-res720", recorded: 17, positions: 17, live: 17),
    Expected(log: "ublox-neo-m8n", recorded: 22, positions: 22, live: 22),
    Expected(log: "unicore-um621", recorded: 20, positions: 16, live: 20),
]

@Suite(.enabled(if: ReceiverLogs.folder != nil, "needs ../shared/data/gpsd-logs")) struct ReceiverLogTests {
    /// Fixes, fixes with a coordinate and drops by reason.
    private struct Tally {
        var fixes: [Fix] = []
        var drops: [EpochDrop: Int] = [:]
        var unreadable = 0

        mutating func count(_ event: ReceiverEvent) {
            switch event {
            case .fix(let fix): fixes.append(fix)
            case .dropped(let reason): drops[reason, default: 0] += 1
            case .unreadable: unreadable += 1
            default: break
            }
        }
    }

    /// The log as a recording.
    private func recorded(_ log: String, now: UTCTime? = nil) throws -> Tally {
        var tally = Tally()
        let reports = RecordedReports(now: now)
        for line in try ReceiverLogs.reports(log) { reports.read(line) { tally.count($0) } }
        reports.finish { tally.count($0) }
        return tally
    }

    /// The log as it would come from a live receiver: each epoch as much later as it says, if that can be.
    private func live(_ log: String) throws -> Tally {
        var tally = Tally()
        let parser = ReportParser()
        var assembler = EpochAssembler()
        var epochs: [Epoch] = []
        for line in try ReceiverLogs.reports(log) {
            guard case .position(let report) = line.withUnsafeBytes({ parser.parse($0) }) else { continue }
            if let epoch = assembler.add(report, now: BootTime(milliseconds: 0)) { epochs.append(epoch) }
        }
        while let epoch = assembler.finish() { epochs.append(epoch) }
        let first = epochs.compactMap { $0.report.time }.min() ?? UTCTime(milliseconds: 0)
        var judge = TimeJudge(buildDate: first.advanced(by: -86_400_000), anchor: nil)
        var boot = BootTime(milliseconds: 60_000)
        var previous: UTCTime?
        for var epoch in epochs {
            let step = epoch.report.time.flatMap { time in previous.map { time.since($0) } } ?? 1000
            boot = boot.advanced(by: (0...900_000).contains(step) ? step : 1000)
            previous = epoch.report.time
            epoch.received = boot
            judge.judge(epoch, systemClock: { nil }, report: { tally.count($0) })
        }
        judge.finish { tally.count($0) }
        #expect(tally.fixes.count + tally.drops.values.reduce(0, +) == epochs.count)
        return tally
    }

    @Test(arguments: expectations) func aRecordingGivesEachOfItsEpochsOnce(expected: Expected) throws {
        let tally = try recorded(expected.log)
        #expect(tally.fixes.count == expected.recorded)
        #expect(tally.fixes.filter { $0.coordinate != nil }.count == expected.positions)
        #expect(tally.drops == expected.left)
        #expect(tally.unreadable == 0)
    }

    @Test(arguments: expectations) func aLiveReceiverGivesTimesThatAscendAndNothingElse(
        expected: Expected
    ) throws {
        let tally = try live(expected.log)
        #expect(tally.fixes.count == expected.live)
        #expect(tally.drops == expected.dropped)
        #expect(zip(tally.fixes, tally.fixes.dropFirst()).allSatisfy { $0.sampleTime < $1.sampleTime })
    }

    @Test func aRecordingWithAWrong1024WeekEpochIsRepairedWhereItsYearIsTold() throws {
        let tally = try recorded("gp-320fw-2019-04-07-coldboot", now: UTCTime(iso8601: "2019-04-07T00:00:00Z"))
        #expect(tally.fixes.count == 9)
        #expect(tally.fixes.allSatisfy { $0.sampleTime.iso8601.hasPrefix("2019-04-07T00:0") })
    }

    @Test func everyLogIsExpected() {
        #expect(Set(ReceiverLogs.names) == Set(expectations.map(\.log)))
    }
}
