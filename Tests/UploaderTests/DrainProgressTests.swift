import Testing

@testable import Uploader

@Suite struct DrainProgressTests {
    @Test(
        arguments: [
            (0, 200, 1000, "0 of 200 positions"),
            (20, 200, 1000, "20 of 200 positions, about 9 s left"),
            (20, 28_800, 1000, "20 of 28800 positions, about 23 min left"),
            (200, 200, 11_000, "200 of 200 positions"),
            // The agent has stored more meanwhile.
            (201, 200, 11_000, "201 of 200 positions"),
        ] as [(Int64, Int64, Int64, String)])
    func whatIsDoneAndHowLongTheRestTakes(_ settled: Int64, _ total: Int64, _ milliseconds: Int64, _ text: String) {
        #expect(DrainProgress.text(settled: settled, total: total, milliseconds: milliseconds) == text)
    }
}
