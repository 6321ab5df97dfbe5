import Testing

@testable import Operator

@Suite struct WireBytesTests {
    private let wire = WireBytes(days: [("2026-10-31", 100), ("2026-11-01", 300), ("2026-11-30", 200)])

    @Test func daysAddUpToMonths() {
        #expect(wire.months.map(\.name) == ["2026-10", "2026-11"])
        #expect(wire.months.map(\.bytes) == [100, 500])
    }

    @Test func aPositionCostsItsShareOfAllThatWasSent() {
        #expect(wire.perPosition(3) == 200)
        #expect(wire.perPosition(0) == nil)
        #expect(WireBytes().perPosition(3) == nil)
    }

    @Test func noShareIsNamedOnceDaysAreForgotten() {
        let days = (0..<400).map { (name: "day-\($0)", bytes: Int64(1)) }
        #expect(WireBytes(days: days).perPosition(3) == nil)
    }
}
