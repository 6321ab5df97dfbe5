import Positioning
import Sampling
import TestSupport
import Testing

@Suite struct ThinningTests {
    private let drive = Drive()

    @Test("what goes is never farther than the bound from where the rest puts the vehicle, and the ends stay")
    func bound() {
        for seed in 0..<40 {
            var noise = Noise(seed: UInt64(seed))
            var (east, north) = (0.0, 0.0)
            let run = (0..<500).map { second in
                east += noise.normal(12)
                north += 10 + noise.normal(8)
                return drive.fix(at: Double(second) * noise.pick(1, 5, 30), east: east, north: north)
            }.sorted { $0.sampleTime < $1.sampleTime }
            let ascending = zip(run, run.dropFirst()).filter { $0.sampleTime < $1.sampleTime }.map(\.0)
            let gone = Set(Thinning.superfluous(in: ascending, within: 20))
            let rest = ascending.filter { !gone.contains($0.sampleTime) }
            #expect(gone.count > 50)
            #expect(rest.first == ascending.first && rest.last == ascending.last)
            #expect(worstError(of: ascending, kept: rest) <= 20, "seed \(seed)")
        }
    }

    @Test("a stop is its two ends, and two fixes are both needed")
    func small() {
        let stop = (0..<100).map { drive.fix(at: Double($0) * 300) }
        #expect(Thinning.superfluous(in: stop, within: 20).count == 98)
        #expect(Thinning.superfluous(in: Array(stop[..<2]), within: 20).isEmpty)
        #expect(Thinning.superfluous(in: [], within: 20).isEmpty)
    }
}
