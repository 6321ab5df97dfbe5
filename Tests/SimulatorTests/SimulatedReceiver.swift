import Foundation
import Positioning

@testable import Receiver

/// A receiver and its gpsd on a vehicle: tells each epoch as gpsd does, and lies as receivers do.
final class SimulatedReceiver {
    /// What is wrong with it.
    enum Trouble: CaseIterable {
        case gap, noFix, outliers, repeats, backwards, ahead, back, lateWeek, cold, noTime, bursts
    }

    /// What it said about each instant: the places, by UTC milliseconds.
    private(set) var said: [Int64: [Coordinate]] = [:]
    private(set) var faults = 0
    var trouble: Trouble? {
        didSet { shift = trouble == .ahead ? chance.number(70_000...9_000_000) : -chance.number(70_000...9_000_000) }
    }
    private let clock: SimulatedClock
    private let chance: Chance
    private var shift: Int64 = 0
    private var place = Coordinate(latitude: 47.37, longitude: 8.54)
    private var course = 0.3
    private var speed = 14.0
    private var last: PositionReport?
    private var wait: [PositionReport] = []
    private var at: Int64 = 0

    init(_ clock: SimulatedClock, _ chance: Chance) {
        (self.clock, self.chance) = (clock, chance)
    }

    /// The reports of now.
    func epoch() -> [PositionReport] {
        drive(seconds: Double(clock.elapsed - at) / 1000)
        at = clock.elapsed
        var report = report(clock.truth.advanced(by: -chance.number(0...150)), place)
        guard let trouble, trouble == .gap || !chance.one(in: 3) else {
            defer { last = report }
            note(report)
            let late = wait
            wait = []
            return late + (chance.one(in: 4) ? [partial(of: report), report] : [report])
        }
        faults += 1
        switch trouble {
        case .gap: return []
        case .noFix: (report.mode, report.coordinate) = (.none, nil)
        case .outliers: report.coordinate?.latitude += chance.pick([1, -0.3, 0.05])
        case .repeats: return last.map { [$0, $0] } ?? []
        case .backwards: report.time = report.time?.advanced(by: -chance.number(1...9000))
        case .ahead, .back: report.time = report.time?.advanced(by: shift)
        case .lateWeek:
            note(report)
            report.time = report.time?.advanced(by: -WeekRollover.period)
        case .cold: report.time = UTCTime(iso8601: "1999-08-22T00:00:07Z")
        case .noTime: report.time = nil
        case .bursts:
            note(report)
            wait.append(report)
            return []
        }
        note(report)
        return [report]
    }

    private func drive(seconds: Double) {
        if chance.one(in: 12) { speed = chance.pick([0, 0, 3, 14, 33]) }
        if chance.one(in: 9) { course += chance.fraction() * 3 - 1.5 }
        place.latitude += speed * seconds * cos(course) / 111_000
        place.longitude += speed * seconds * sin(course) / 75_000
    }

    private func report(_ time: UTCTime, _ place: Coordinate) -> PositionReport {
        var report = PositionReport(device: 0, time: time, mode: .threeD, coordinate: place)
        report.horizontalAccuracy = chance.pick([2.5, 4, 7])
        report.speed = speed
        report.course = 90
        report.altitude = 400
        return report
    }

    /// As an older gpsd says it before the whole.
    private func partial(of report: PositionReport) -> PositionReport {
        var partial = report
        (partial.mode, partial.altitude, partial.horizontalAccuracy) = (.twoD, nil, nil)
        return partial
    }

    private func note(_ report: PositionReport) {
        guard let time = report.time, let place = report.coordinate else { return }
        said[time.milliseconds, default: []].append(place)
    }
}
