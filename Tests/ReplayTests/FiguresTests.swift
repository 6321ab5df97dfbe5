import Positioning
import Sampling
import Testing

@testable import Replay

@Suite struct FiguresTests {
    /// A way north along a meridian: seconds and metres.
    private func csv(_ points: [(Double, Double, Double)]) -> String {
        points.map { "\(Int($0.0 * 1000)),\(47 + $0.1 / 111_177.7),\(8 + $0.2 / 76_055.4)\n" }.joined()
    }

    private func figures(_ text: String, _ change: (inout SamplingRules) -> Void) throws -> ReplayFigures {
        let recording = try recording(of: text)
        var rules = SamplingRules()
        (rules.parked, rules.maxSpeed, rules.interval, rules.heartbeat) = (false, nil, nil, nil)
        change(&rules)
        let run = Run(recording, rules: rules)
        return ReplayFigures(of: run, deviations: Deviation.all(of: run))
    }

    @Test("SED is the distance to where the kept points put the vehicle, PED to the drawn line")
    func distances() throws {
        // Kept at 0 s and 30 s, 300 m apart. At 10 s it is 40 m behind, at 20 s 30 m to the side.
        let figures = try figures(csv([(0, 0, 0), (10, 60, 0), (20, 200, 30), (30, 300, 0)])) { $0.interval = 30_000 }
        #expect(figures.kept == 2)
        #expect(abs((figures.sed?.max ?? 0) - 40) < 0.1)
        #expect(abs((figures.ped?.max ?? 0) - 30) < 0.1)
        #expect(abs((figures.sed?.p95 ?? 0) - 38.5) < 0.1)
        #expect(abs(figures.km - 0.3076) < 0.001)
        #expect(abs(figures.hours - 30.0 / 3600) < 1e-9)
        #expect(abs((figures.keptPerKilometre ?? 0) - 6.502) < 0.02)
    }

    @Test("after the last kept fix the vehicle is taken to be there")
    func tail() throws {
        let figures = try figures(csv([(0, 0, 0), (30, 300, 0), (40, 400, 0)])) { $0.interval = 30_000 }
        #expect(abs((figures.sed?.max ?? 0) - 100) < 0.1)
    }

    @Test("fixes that failed a gate count as dropped, and nowhere else")
    func gates() throws {
        let text =
            csv([(0, 0, 0), (1, 10, 0)]) + "2000,48.0,8.0,500\n" + csv([(2, 20, 0), (3, 20, 0)]) + "3000,47.0,8.0\n"
        let figures = try figures(text) { $0.distance = 9 }
        #expect(figures.fixes == 6)
        #expect(figures.dropped == ["inaccurate": 1, "not-ascending": 2])
        #expect(figures.km < 0.1)
        #expect(figures.fixes == figures.kept + figures.dropped.values.reduce(0, +))
    }

    @Test("a way across the date line is short, and so are its errors")
    func dateLine() throws {
        let text = (0...10).map {
            "\($0 * 1000),0.0,\($0 < 5 ? 179.9995 + Double($0) * 1e-4 : -180 + Double($0 - 5) * 1e-4)\n"
        }
        let figures = try figures(text.joined()) { $0.maxError = 10 }
        #expect(figures.kept == 2)
        #expect(figures.km < 0.12)
        #expect((figures.sed?.max ?? 9) < 0.1)
    }
}
