import Positioning
import Sampling
import Testing

/// Bug reports: corners that a route cuts (owntracks/android #649, geopulse #546).
@Suite struct TurnTests {
    private let drive = Drive()

    /// The seconds at which `turn = 25deg` keeps, of one fix a second with these courses.
    private func kept(_ courses: [Double?], speed: Double? = 10) -> [Int] {
        var rules = SamplingRules.nothing
        rules.turn = 25
        let fixes = courses.enumerated().map { drive.fix(at: Double($0), speed: speed, course: $1) }
        return keptSeconds(fixes, rules)
    }

    private func keptSeconds(_ fixes: [Fix], _ rules: SamplingRules) -> [Int] {
        var sampler = Sampler(rules: rules, lastKept: nil)
        return sampler.decisions(on: fixes).compactMap {
            $0.verdict == .keep(.turn) ? Int($0.fix.sampleTime.since(drive.start) / 1000) : nil
        }
    }

    @Test("a turn is kept once it shows twice")
    func turn() {
        #expect(kept([0, 0, 90, 90, 90, 90]) == [3])
    }

    @Test("350 to 10 degrees is a turn of 20, not of 340")
    func wraps() {
        #expect(kept([350, 350, 10, 10, 14, 14]) == [])
        #expect(kept([350, 350, 10, 10, 16, 16]) == [5])
    }

    @Test("courses at walking speed and below are noise")
    func slow() {
        #expect(kept([0, 90, 90, 180, 180], speed: 1.9) == [])
    }

    @Test("a single wild course is noise")
    func spike() {
        #expect(kept([0, 0, 120, 0, 0, 240, 0]) == [])
    }

    @Test("a slow bend is a turn once it adds up")
    func bend() {
        #expect(kept((0..<40).map { Double($0) * 2 }) == [14, 28])
    }

    @Test("without a reported course the bearing of the way stands in")
    func derived() {
        var rules = SamplingRules.nothing
        rules.turn = 45
        let fixes = (0...20).map {
            drive.fix(at: Double($0), east: Double(max(0, $0 - 10)) * 11, north: Double(min(10, $0)) * 11)
        }
        #expect(keptSeconds(fixes, rules) == [14])
        var noise = Noise(seed: 5)
        let standing = (0...600).map { drive.fix(at: Double($0), east: noise.normal(3), north: noise.normal(3)) }
        #expect(keptSeconds(standing, rules).isEmpty)
    }
}
