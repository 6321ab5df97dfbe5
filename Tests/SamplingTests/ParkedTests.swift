import Positioning
import Sampling
import Testing

/// Bug reports: a pointer that jumps while still (transistorsoft cordova #968), a cloud of points at a red light
/// (gpslogger #494), the first point of a trip a kilometre out (react-native #2023), a heartbeat without a position
/// (traccar-client #197).
@Suite struct ParkedTests {
    private let drive = Drive()

    private func run(_ fixes: [Fix], after last: Fix? = nil, _ change: (inout SamplingRules) -> Void = { _ in })
        -> [Decision]
    {
        var rules = SamplingRules()
        change(&rules)
        var sampler = Sampler(rules: rules, lastKept: last)
        return sampler.decisions(on: fixes)
    }

    private func kept(_ decisions: [Decision]) -> [Decision] {
        decisions.filter { if case .keep = $0.verdict { true } else { false } }
    }

    /// Fixes of a vehicle that stands at `east` from `start` on, wandering with a memory as receivers do.
    private func standing(
        from start: Int, for seconds: Int, east: Double = 0, error: Double, seed: UInt64 = 1, speed: Double? = nil
    ) -> [Fix] {
        var noise = Noise(seed: seed)
        var (x, y) = (0.0, 0.0)
        return (start..<start + seconds).map {
            x = 0.97 * x + noise.normal(error * 0.1)
            y = 0.97 * y + noise.normal(error * 0.1)
            return drive.fix(at: Double($0), east: east + x, north: y, error: error, speed: speed)
        }
    }

    private func driving(from start: Int, to end: Int, east: Double = 0, speed: Double = 10) -> [Fix] {
        (start..<end).map {
            drive.fix(at: Double($0), east: east + Double($0 - start) * speed, speed: speed, course: 90)
        }
    }

    @Test("a stop of a day is one place, told again by the heartbeat with its age", arguments: [3.0, 16, 60])
    func oneDay(error: Double) {
        let decisions = kept(run(standing(from: 0, for: 86_400, error: error)))
        #expect(Set(decisions.compactMap(\.fix.coordinate)).count == 1)
        #expect(decisions.count == 288)
        for (index, decision) in decisions.enumerated() {
            #expect(decision.verdict == .keep(index == 0 ? .first : .heartbeat))
            #expect(decision.fix.positionAge == Int64(index) * 300_000)
            #expect(decision.fix.sampleTime.since(drive.start) == Int64(index) * 300_000)
        }
    }

    @Test("a red light on the way is one point")
    func redLight() {
        let fixes =
            driving(from: 0, to: 60) + standing(from: 60, for: 90, east: 600, error: 8)
            + driving(from: 150, to: 200, east: 600)
        let atLight = kept(run(fixes)).map(\.fix).filter {
            (61_000..<149_000).contains($0.sampleTime.since(drive.start))
        }
        #expect(atLight.count == 1)
    }

    /// Where the way out begins in what is kept, in metres from the stop, after a stop of 1000 s.
    private func startOfWay(_ speed: Double, rate: Int, _ change: (inout SamplingRules) -> Void) -> Double? {
        let way = (0..<60 * rate).map {
            let seconds = Double($0) / Double(rate)
            return drive.fix(at: 1000 + seconds, east: seconds * speed, speed: speed, course: 90)
        }
        let fixes = kept(run(standing(from: 0, for: 1000, error: 5) + way, change)).map(\.fix)
        let start = fixes.first { $0.sampleTime.since(drive.start) > 990_000 && $0.positionAge == 0 }
        return start?.coordinate.map { drive.origin.distance(to: $0) }
    }

    @Test(
        "the first metres of a departure are kept, at 1 Hz and at 10 Hz, fast and slow", arguments: [1, 10], [1.0, 8])
    func departure(rate: Int, speed: Double) {
        #expect((startOfWay(speed, rate: rate) { $0.interval = 30_000 } ?? 99) < 18)
        #expect((startOfWay(speed, rate: rate) { ($0.interval, $0.maxError) = (nil, 5) } ?? 99) < 18)
    }

    @Test("without max-error the last fix at the stop is kept, so that the drawn line leaves in time")
    func departureTime() {
        let fixes = standing(from: 0, for: 200, error: 5) + driving(from: 200, to: 260)
        let start = kept(run(fixes)).first { $0.verdict == .keep(.departure) }
        #expect((198_000...201_000).contains(start?.fix.sampleTime.since(drive.start) ?? 0))
    }

    @Test("a receiver that jumps and says that it stands has to jump twice as far")
    func jumps() {
        let jump = (0..<600).map { drive.fix(at: Double($0), east: $0 < 300 ? 0 : 40, error: 5, speed: 0.3) }
        #expect(Set(kept(run(jump)).map(\.fix.coordinate)).count == 1)
        let move = (0..<600).map { drive.fix(at: Double($0), east: $0 < 300 ? 0 : 60, error: 5, speed: 0.3) }
        #expect(Set(kept(run(move)).map(\.fix.coordinate)).count == 2)
    }

    @Test("at 10 Hz three fixes that share one error are no departure")
    func sharedError() {
        var fixes = (0..<3000).map { drive.fix(at: Double($0) / 10) }
        for index in 1000..<1015 { fixes[index] = drive.fix(at: Double(index) / 10, east: 60) }
        #expect(kept(run(fixes)).map(\.verdict) == [.keep(.first)])
    }

    @Test("one wild fix is no departure, and neither are two")
    func noDeparture() {
        var fixes = standing(from: 0, for: 600, error: 5)
        for index in [100, 300, 301] { fixes[index] = drive.fix(at: Double(index), east: 70, error: 5) }
        #expect(Set(kept(run(fixes)).map(\.fix.coordinate)).count == 1)
    }

    @Test("while parked no trigger keeps, max-error and turn included")
    func nothingElse() {
        let fixes = standing(from: 0, for: 290, error: 12, speed: 0.4)
        let decisions = run(fixes) {
            ($0.maxError, $0.distance, $0.accuracy, $0.turn, $0.interval) = (2, 5, true, 10, 1000)
        }
        #expect(kept(decisions).map(\.verdict) == [.keep(.first)])
        #expect(decisions.filter { $0.verdict == .drop(.parked) }.count == 289)
    }

    @Test("after a restart the stop goes on, with the age of its position")
    func restart() {
        var last = drive.fix(at: 0)
        last.positionAge = 40_000
        let decisions = kept(run(standing(from: 1, for: 400, error: 5, seed: 4), after: last))
        #expect(decisions.map(\.verdict) == [.keep(.heartbeat)])
        #expect(decisions.first?.fix.coordinate == last.coordinate)
        #expect(decisions.first?.fix.positionAge == 340_000)
    }

    @Test("a vehicle that was towed while the box was off is found at its new place")
    func towed() {
        let decisions = kept(run(standing(from: 7200, for: 200, east: 3000, error: 5), after: drive.fix(at: 0)))
        #expect(decisions.first?.verdict == .keep(.heartbeat) || decisions.first?.verdict == .keep(.departure))
        #expect(decisions.allSatisfy { ($0.fix.coordinate?.distance(to: drive.origin) ?? 0) > 2900 })
    }

    @Test("a stop with max-error on is one point too")
    func closesSegment() {
        let fixes = driving(from: 0, to: 60) + standing(from: 60, for: 200, east: 600, error: 4)
        let decisions = kept(run(fixes) { ($0.maxError, $0.interval) = (10, nil) })
        #expect(decisions.filter { $0.fix.sampleTime.since(drive.start) > 62_000 }.count <= 1)
        let metres = (decisions.last?.fix.coordinate).map { drive.origin.distance(to: $0) }
        #expect((metres ?? 0) > 590)
    }

    @Test("parked off, a parked receiver is sampled like any other")
    func off() {
        let decisions = run(standing(from: 0, for: 91, error: 5)) { $0.parked = false }
        #expect(kept(decisions).map { $0.fix.sampleTime.since(drive.start) } == [0, 30_000, 60_000, 90_000])
    }
}
