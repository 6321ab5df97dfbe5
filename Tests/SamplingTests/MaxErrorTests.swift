import Glibc
import Positioning
import Sampling
import TestSupport
import Testing

@Suite struct MaxErrorTests {
    private let drive = Drive()

    private func rules(_ bound: Double, heartbeat: Int64? = 120_000) -> SamplingRules {
        var rules = SamplingRules.nothing
        (rules.maxError, rules.heartbeat) = (bound, heartbeat)
        return rules
    }

    private func kept(_ decisions: [Decision]) -> [Fix] {
        decisions.compactMap { if case .keep = $0.verdict { $0.fix } else { nil } }
    }

    /// A drive with bends, stops, changes of speed and receiver noise.
    private func randomDrive(seed: UInt64) -> [Fix] {
        var noise = Noise(seed: seed)
        let latitude = Double.random(in: -70...70, using: &noise)
        let longitude = noise.pick(179.99, -180.0, 0, 12)
        let drive = Drive(origin: Coordinate(latitude: latitude, longitude: longitude))
        var (time, east, north) = (0.0, 0.0, 0.0)
        var (speed, course, bend) = (10.0, 0.0, 0.0)
        let sigma = noise.pick(0.0, 0.5, 5)
        return (0..<400).map { _ in
            if Int.random(in: 0..<10, using: &noise) == 0 {
                speed = noise.pick(0.0, 3, 14, 33)
                bend = noise.normal(0.2)
            }
            let step = noise.pick(0.1, 1, 2, 30)
            time += step
            course += bend * min(step, 2)
            east += speed * step * sin(course)
            north += speed * step * cos(course)
            return drive.fix(at: time, east: east + noise.normal(sigma), north: north + noise.normal(sigma))
        }
    }

    @Test("at no moment is a vehicle farther than the bound from where the kept fixes put it", arguments: 0..<120)
    func hardBound(seed: Int) {
        let fixes = randomDrive(seed: UInt64(seed))
        let bound = [2.0, 10, 25][seed % 3]
        var sampler = Sampler(rules: rules(bound, heartbeat: seed % 2 == 0 ? nil : 120_000), lastKept: nil)
        let decisions = sampler.decisions(on: fixes)
        let kept = kept(decisions)
        #expect(decisions.count == fixes.count)
        #expect(kept.first == fixes.first && kept.last == fixes.last)
        #expect(worstError(of: fixes, kept: kept) <= bound, "seed \(seed)")
    }

    @Test("a straight way at constant speed is its two ends")
    func straight() {
        let fixes = (0...100).map { drive.fix(at: Double($0), east: Double($0) * 10, north: Double($0) * 5) }
        var sampler = Sampler(rules: rules(10), lastKept: nil)
        let verdicts = sampler.decisions(on: fixes).map(\.verdict)
        #expect(verdicts.first == .keep(.first) && verdicts.last == .keep(.segmentEnd))
        #expect(verdicts.filter { $0 == .drop(.noTrigger) }.count == 99)
    }

    @Test("a corner is kept where it was, not where it was noticed")
    func corner() {
        let fixes = (0...60).map {
            drive.fix(at: Double($0), east: Double(max(0, $0 - 30)) * 10, north: Double(min(30, $0)) * 10)
        }
        var sampler = Sampler(rules: rules(1), lastKept: nil)
        let corners = sampler.decisions(on: fixes).filter { $0.verdict == .keep(.maxError) }
        #expect(corners.map { $0.fix.sampleTime.since(drive.start) } == [30_000])
    }

    @Test("a change of speed on a straight road is an error in time, and is kept")
    func speedChange() {
        let fixes = (0...60).map { drive.fix(at: Double($0), north: Double($0) * 5 + Double(max(0, $0 - 30)) * 15) }
        var sampler = Sampler(rules: rules(10), lastKept: nil)
        #expect(kept(sampler.decisions(on: fixes)).count >= 3)
    }

    @Test("one fix that strays does not end a segment that later fixes can carry on", arguments: [1, 5, 15])
    func patience(straying: Int) {
        let fixes = (0...50).map { drive.fix(at: Double($0), east: $0 < 20 ? -6 : $0 < 20 + straying ? 6 : 0) }
        var sampler = Sampler(rules: rules(10), lastKept: drive.fix(at: -60))
        #expect(kept(sampler.decisions(on: fixes)).count == 1)
    }

    @Test("at most 16 fixes are held, and none beyond a heartbeat, however long the way")
    func bounded() {
        var sampler = Sampler(rules: rules(10), lastKept: nil)
        var noise = Noise(seed: 7)
        var (mostHeld, longestWait) = (0, Int64(0))
        for second in 0..<5000 {
            let fix = drive.fix(at: Double(second), east: noise.normal(6), north: Double(second) * 20)
            sampler.consider(fix) { _ in }
            mostHeld = max(mostHeld, sampler.undecided)
            longestWait = max(longestWait, fix.sampleTime.since(sampler.lastKept?.sampleTime ?? drive.start))
        }
        #expect(mostHeld <= 16)
        #expect(longestWait < 120_000)
    }

    @Test("a loss of fix, an inaccurate fix and a suspect each close the segment at the last good place")
    func closes() {
        var rules = rules(10)
        (rules.maxAccuracy, rules.maxSpeed) = (100, 90)
        let way = (1...5).map { drive.fix(at: Double($0), north: Double($0)) }
        var lost = drive.fix(at: 6)
        lost.mode = .none
        for bad in [lost, drive.fix(at: 6, error: 200), drive.fix(at: 6, north: 9000)] {
            var sampler = Sampler(rules: rules, lastKept: drive.fix(at: 0))
            let decisions = sampler.decisions(on: way + [bad], finishing: false)
            #expect(decisions.contains { $0.fix == way[4] && $0.verdict == .keep(.segmentEnd) })
        }
        var sampler = Sampler(rules: rules, lastKept: drive.fix(at: 0))
        var decisions = sampler.decisions(on: way, finishing: false)
        sampler.loseFix { decisions.append($0) }
        #expect(decisions.last?.verdict == .keep(.segmentEnd))
        #expect(sampler.undecided == 0)
    }

    @Test("another trigger may keep more, and the bound still holds")
    func withOtherTriggers() {
        for seed in 0..<20 {
            var rules = rules(10)
            (rules.interval, rules.distance, rules.turn) = (30_000, 200, 25)
            let fixes = randomDrive(seed: UInt64(seed))
            var sampler = Sampler(rules: rules, lastKept: nil)
            #expect(worstError(of: fixes, kept: kept(sampler.decisions(on: fixes))) <= 10, "seed \(seed)")
        }
    }

    @Test("a restart goes on from the last kept fix of the outbox")
    func restart() {
        let fixes = randomDrive(seed: 3)
        var first = Sampler(rules: rules(10), lastKept: nil)
        let before = kept(first.decisions(on: Array(fixes[..<200])))
        var second = Sampler(rules: rules(10), lastKept: before.last)
        let after = kept(second.decisions(on: Array(fixes[200...])))
        #expect(worstError(of: fixes, kept: before + after) <= 10)
    }
}
