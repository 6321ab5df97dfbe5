import Positioning
import Sampling
import Testing

/// Bug reports: inaccurate points sent for somebody else to drop (traccar-client #61), a time or a place without a fix.
@Suite struct GatesTests {
    private let drive = Drive()

    private func verdicts(_ fixes: [Fix], rules: SamplingRules = .nothing) -> [Verdict] {
        var sampler = Sampler(rules: rules, lastKept: nil)
        return sampler.decisions(on: fixes).map(\.verdict)
    }

    @Test(
        "a fix without a position on Earth is dropped",
        arguments: [
            (FixMode.unknown, Coordinate?.some(Coordinate(latitude: 1, longitude: 1))),
            (.none, Coordinate(latitude: 1, longitude: 1)),
            (.threeD, nil),
            (.threeD, Coordinate(latitude: 90.1, longitude: 1)),
            (.twoD, Coordinate(latitude: 1, longitude: -180.1)),
            (.twoD, Coordinate(latitude: .nan, longitude: 1)),
            (.twoD, Coordinate(latitude: 1, longitude: .infinity)),
            (.threeD, Coordinate(latitude: 0, longitude: 0)),
        ])
    func noPosition(mode: FixMode, coordinate: Coordinate?) {
        let fix = Fix(
            sampleTime: drive.start, received: BootTime(milliseconds: 0), mode: mode, coordinate: coordinate)
        #expect(verdicts([fix]) == [.drop(.noPosition)])
    }

    @Test("0/0 with an error estimate is a place in the Gulf of Guinea")
    func nullIslandWithEstimate() {
        var fix = drive.fix(at: 0)
        fix.coordinate = Coordinate(latitude: 0, longitude: 0)
        #expect(verdicts([fix]) == [.keep(.first)])
    }

    @Test("a repeated or earlier sample time is dropped, and the next later one is not")
    func ascending() {
        let fixes = [5.0, 5, 4, 6].map { drive.fix(at: $0) }
        #expect(
            verdicts(fixes) == [
                .keep(.first), .drop(.notAscending), .drop(.notAscending), .drop(.noTrigger),
            ])
    }

    @Test("the wild time of an epoch without a position does not shut out the fixes after it")
    func timeWithoutPosition() {
        var lost = drive.fix(at: 1e6)
        lost.mode = .none
        #expect(verdicts([drive.fix(at: 0), lost, drive.fix(at: 1)]).last == .drop(.noTrigger))
    }

    @Test("an error above max-accuracy is dropped; without an estimate hdop decides; without both the fix is believed")
    func accuracy() {
        var rules = SamplingRules.nothing
        rules.maxAccuracy = 100
        func fix(error: Double?, hdop: Double?) -> Fix {
            var fix = drive.fix(at: 0, error: error)
            fix.hdop = hdop
            return fix
        }
        #expect(verdicts([fix(error: 100, hdop: 50)], rules: rules) == [.keep(.first)])
        #expect(verdicts([fix(error: 100.1, hdop: 1)], rules: rules) == [.drop(.inaccurate)])
        #expect(verdicts([fix(error: nil, hdop: 6.6)], rules: rules) == [.keep(.first)])
        #expect(verdicts([fix(error: nil, hdop: 6.7)], rules: rules) == [.drop(.inaccurate)])
        #expect(verdicts([fix(error: nil, hdop: nil)], rules: rules) == [.keep(.first)])
        rules.maxAccuracy = nil
        #expect(verdicts([fix(error: 5000, hdop: nil)], rules: rules) == [.keep(.first)])
    }

    @Test("after a restart the last kept fix of the outbox still bounds the sample times")
    func restart() {
        var sampler = Sampler(rules: .nothing, lastKept: drive.fix(at: 10))
        let verdicts = sampler.decisions(on: [drive.fix(at: 10), drive.fix(at: 11)]).map(\.verdict)
        #expect(verdicts == [.drop(.notAscending), .drop(.noTrigger)])
    }
}
