import Positioning
import Sampling
import Testing

/// Bug reports: a pointer that jumps kilometres (transistorsoft flutter #1693, owntracks/android #2034), a bad first fix
/// that becomes the anchor so that good ones are rejected (react-native #1002), or is told for hours (meshtastic #11748).
@Suite struct SpeedGateTests {
    private let drive = Drive()
    private var rules: SamplingRules {
        var rules = SamplingRules.nothing
        (rules.maxSpeed, rules.interval) = (90, 1)
        return rules
    }

    /// For each fix, in order of sample time, its seconds and what became of it.
    private func outcome(_ fixes: [Fix], after last: Fix? = nil) -> [String] {
        var sampler = Sampler(rules: rules, lastKept: last)
        return sampler.decisions(on: fixes).sorted { $0.fix.sampleTime < $1.fix.sampleTime }.map {
            switch $0.verdict {
            case .keep: "\($0.fix.sampleTime.since(drive.start) / 1000) kept"
            case .drop(let reason): "\($0.fix.sampleTime.since(drive.start) / 1000) \(reason.rawValue)"
            }
        }
    }

    @Test("one spike kilometres away is an outlier, and the fixes after it are not")
    func spike() {
        let fixes = [1.0, 2, 3, 4].map { drive.fix(at: $0, north: $0 == 2 ? 5000 : 0) }
        #expect(outcome(fixes, after: drive.fix(at: 0)) == ["1 kept", "2 outlier", "3 kept", "4 kept"])
    }

    @Test("two spikes that agree are outliers; three that agree overturn the anchor and are kept themselves")
    func overturned() {
        let two = [1.0, 2, 3].map { drive.fix(at: $0, north: $0 < 3 ? 5000 : 0) }
        #expect(outcome(two, after: drive.fix(at: 0)) == ["1 outlier", "2 outlier", "3 kept"])
        let three = [1.0, 2, 3, 4].map { drive.fix(at: $0, north: 5000) }
        #expect(outcome(three, after: drive.fix(at: 0)) == ["1 kept", "2 kept", "3 kept", "4 kept"])
    }

    @Test("spikes that disagree with one another never win")
    func disagreeing() {
        let fixes = (1...6).map { drive.fix(at: Double($0), north: Double($0) * 5000) }
        #expect(outcome(fixes, after: drive.fix(at: 0)).allSatisfy { $0.hasSuffix("outlier") })
    }

    @Test("a bad first fix after a cold start is not kept, and does not shut out the good ones")
    func badFirstFix() {
        let fixes = (0...4).map { drive.fix(at: Double($0), north: $0 == 0 ? 300_000 : 0) }
        #expect(outcome(fixes) == ["0 outlier", "1 kept", "2 kept", "3 kept", "4 kept"])
    }

    @Test("a single fix that nothing confirms is never kept; two that agree are, at a shutdown")
    func unconfirmed() {
        #expect(outcome([drive.fix(at: 0)]) == ["0 outlier"])
        #expect(outcome([drive.fix(at: 0), drive.fix(at: 1)]) == ["0 kept", "1 kept"])
    }

    @Test("suspects are held, not lost, until it is clear what they are")
    func held() {
        var sampler = Sampler(rules: rules, lastKept: nil)
        var decisions = 0
        sampler.consider(drive.fix(at: 0)) { _ in decisions += 1 }
        sampler.consider(drive.fix(at: 1)) { _ in decisions += 1 }
        #expect((decisions, sampler.undecided) == (0, 2))
        sampler.consider(drive.fix(at: 2)) { _ in decisions += 1 }
        #expect((decisions, sampler.undecided) == (3, 0))
    }

    @Test("the noise of a 10 Hz receiver is no speed: what both errors explain is no jump")
    func noise() {
        let fixes = (1...5).map { drive.fix(at: Double($0) / 10, north: $0 % 2 == 0 ? 0 : 15, error: 10) }
        #expect(!outcome(fixes, after: drive.fix(at: 0, error: 10)).contains { $0.hasSuffix("outlier") })
    }

    @Test("a long gap allows a long way")
    func gap() {
        #expect(outcome([drive.fix(at: 3600, north: 200_000)], after: drive.fix(at: 0)) == ["3600 kept"])
    }
}
