import Positioning
import Sampling
import Testing

@Suite struct AccountingTests {
    private let drive = Drive()

    /// Everything that a receiver may say, in no good order.
    private func chaos(_ noise: inout Noise) -> [Fix] {
        var time = 0.0
        var east = 0.0
        return (0..<600).map { index in
            time += noise.pick(0.0, 0.1, 1, 1, 1, 5, -3)
            east += noise.pick(0.0, 0, 0.5, 14, 14)
            var fix = drive.fix(
                at: time, east: east + noise.normal(4), north: noise.normal(4),
                error: noise.pick(3, 20, 300),
                speed: Bool.random(using: &noise) ? 14 : 0.2,
                course: Bool.random(using: &noise) ? nil : 350)
            fix.received = BootTime(milliseconds: Int64(index))
            switch Int.random(in: 0..<30, using: &noise) {
            case 0: fix.mode = .none
            case 1: fix.coordinate?.latitude += 3
            case 2: fix.coordinate = nil
            default: break
            }
            return fix
        }
    }

    private func rules(_ noise: inout Noise) -> SamplingRules {
        var rules = SamplingRules()
        rules.interval = Bool.random(using: &noise) ? 30_000 : nil
        rules.distance = Bool.random(using: &noise) ? 50 : nil
        rules.accuracy = Bool.random(using: &noise)
        rules.maxError = Bool.random(using: &noise) ? 10 : nil
        rules.turn = Bool.random(using: &noise) ? 25 : nil
        rules.keepWhen = Bool.random(using: &noise) ? .any : .all
        rules.heartbeat = Bool.random(using: &noise) ? 60_000 : nil
        rules.maxSpeed = Bool.random(using: &noise) ? 90 : nil
        rules.parked = Bool.random(using: &noise)
        return rules
    }

    @Test("every fix that goes in comes out exactly once, and kept ones ascend in time", arguments: 0..<100)
    func accounting(seed: Int) {
        var noise = Noise(seed: UInt64(seed))
        let fixes = chaos(&noise)
        var sampler = Sampler(rules: rules(&noise), lastKept: nil)
        var decided: [Decision] = []
        var (isComplete, mostHeld) = (true, 0)
        for (index, fix) in fixes.enumerated() {
            sampler.consider(fix) { decided.append($0) }
            isComplete = isComplete && decided.count + sampler.undecided == index + 1
            mostHeld = max(mostHeld, sampler.undecided)
        }
        #expect(isComplete && mostHeld <= 100, "seed \(seed)")
        sampler.finish { decided.append($0) }
        #expect(sampler.undecided == 0)
        #expect(Set(decided.map(\.fix.received)) == Set(fixes.map(\.received)))
        #expect(decided.count == fixes.count)
        let kept = decided.compactMap { if case .keep = $0.verdict { $0.fix.sampleTime } else { nil } }
        #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
    }
}
