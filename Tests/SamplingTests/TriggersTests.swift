import Positioning
import Sampling
import Testing

@Suite struct TriggersTests {
    private let drive = Drive()

    private func verdict(on fix: Fix, after last: Fix, _ change: (inout SamplingRules) -> Void) -> Verdict? {
        var rules = SamplingRules.nothing
        change(&rules)
        var sampler = Sampler(rules: rules, lastKept: last)
        return sampler.decisions(on: [fix]).first?.verdict
    }

    @Test(
        "interval keeps at exactly its time after the last kept fix",
        arguments: [
            (29.999, Verdict.drop(.noTrigger)), (30, .keep(.interval)), (31, .keep(.interval)),
        ])
    func interval(seconds: Double, expected: Verdict) {
        #expect(verdict(on: drive.fix(at: seconds), after: drive.fix(at: 0)) { $0.interval = 30_000 } == expected)
    }

    @Test(
        "distance is measured from the last kept fix, on the ellipsoid",
        arguments: [
            (0.0, 49.9, Verdict.drop(.noTrigger)), (0, 50.2, .keep(.distance)), (50.2, 0, .keep(.distance)),
        ])
    func distance(east: Double, north: Double, expected: Verdict) {
        let fix = drive.fix(at: 1, east: east, north: north)
        #expect(verdict(on: fix, after: drive.fix(at: 0)) { $0.distance = 50 } == expected)
    }

    @Test("a few metres across the date line are a few metres")
    func dateLine() {
        let drive = Drive(origin: Coordinate(latitude: -17, longitude: 179.9999))
        let (last, fix) = (drive.fix(at: 0), drive.fix(at: 1, east: 30))
        #expect((fix.coordinate?.longitude ?? 0) < 0)
        #expect(verdict(on: fix, after: last) { $0.distance = 31 } == .drop(.noTrigger))
        #expect(verdict(on: fix, after: last) { $0.distance = 29 } == .keep(.distance))
    }

    @Test("accuracy wants more than the sum of both errors, a missing one counting as 0")
    func accuracy() {
        func answer(_ metres: Double, _ first: Double?, _ second: Double?) -> Verdict? {
            let fix = drive.fix(at: 1, north: metres, error: second)
            return verdict(on: fix, after: drive.fix(at: 0, error: first)) { $0.accuracy = true }
        }
        #expect(answer(14.8, 5, 10) == .drop(.noTrigger))
        #expect(answer(15.2, 5, 10) == .keep(.accuracy))
        #expect(answer(5.2, nil, 5) == .keep(.accuracy))
        #expect(answer(0, nil, nil) == .drop(.noTrigger))
    }

    @Test("keep-when = all needs every trigger that is on; the heartbeat heeds it not")
    func all() {
        func answer(_ seconds: Double, _ metres: Double) -> Verdict? {
            verdict(on: drive.fix(at: seconds, north: metres), after: drive.fix(at: 0)) {
                ($0.interval, $0.distance, $0.keepWhen, $0.heartbeat) = (30_000, 50, .all, 60_000)
            }
        }
        #expect(answer(30, 49) == .drop(.noTrigger))
        #expect(answer(29, 51) == .drop(.noTrigger))
        #expect(answer(30, 51) == .keep(.all))
        #expect(answer(60, 0) == .keep(.heartbeat))
    }

    @Test("with every trigger off only the heartbeat keeps", arguments: [SamplingRules.Combination.any, .all])
    func none(combination: SamplingRules.Combination) {
        func answer(_ seconds: Double) -> Verdict? {
            verdict(on: drive.fix(at: seconds, north: 1000), after: drive.fix(at: 0)) {
                ($0.keepWhen, $0.heartbeat) = (combination, 300_000)
            }
        }
        #expect(answer(299) == .drop(.noTrigger))
        #expect(answer(300) == .keep(.heartbeat))
    }

    @Test("a rule compares with the last kept fix, not with the last one seen")
    func comparesWithKept() {
        var rules = SamplingRules.nothing
        rules.distance = 50
        var sampler = Sampler(rules: rules, lastKept: nil)
        let kept = sampler.decisions(on: (0..<11).map { drive.fix(at: Double($0), north: Double($0) * 20.1) })
            .filter { if case .keep = $0.verdict { true } else { false } }
        #expect(kept.map { $0.fix.sampleTime.since(drive.start) } == [0, 3000, 6000, 9000])
    }
}
