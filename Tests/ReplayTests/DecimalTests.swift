import Testing

@testable import Replay

@Suite struct DecimalTests {
    @Test func roundsToTheDecimalsAskedFor() {
        #expect(decimal(47.123_456_78, 7) == "47.1234568")
        #expect(decimal(-0.04, 1) == "0.0")
        #expect(decimal(-12.5, 0) == "-13")
        #expect(decimal(0.05, 2) == "0.05")
    }

    /// A recording may say anything: the scaled value of a latitude of 13 digits is beyond any integer.
    @Test(arguments: [8.18e13, -1e300, .infinity, -.infinity, .nan] as [Double])
    func aNumberBeyondAllIsNoCrash(_ value: Double) {
        #expect(decimal(value, 7) == "-")
    }
}
