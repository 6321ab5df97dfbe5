import Testing

@testable import Operator

@Suite struct ProgressTests {
    @Test func aBarStandsBeforeTheWordsWhereThereIsRoom() {
        #expect(Progress.line("250 positions", part: 0.5, columns: 80) == "[##########..........] 250 positions")
        #expect(Progress.line("250 positions", part: nil, columns: 80) == "250 positions")
    }

    @Test(arguments: 1...50) func noLineReachesTheLastColumn(columns: Int) {
        let text = "123456 fixes, up to 2026-11-30T06:00:00.000Z"
        let parts: [Double?] = [nil, 0.25]
        for part in parts {
            let line = Progress.line(text, part: part, columns: columns)
            #expect(line.count == min(columns - 1, text.count))
            #expect(text.hasPrefix(line))
        }
    }
}
