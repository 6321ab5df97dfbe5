import Foundation
import Positioning
import TestSupport
import Testing

@testable import Runtime

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

    @Test func elsewhereThanOnATerminalAPlainLineComesNowAndThen() {
        let clock = ManualClock(boot: 0)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        var progress = Progress("waypost export", clock: clock, streams: true, descriptor: ends[1])
        for second in 0...25 {
            clock.bootTime = BootTime(milliseconds: Int64(second) * 1000)
            progress.show("\(second) fixes", part: 0.5)
        }
        progress.end()
        close(ends[1])
        let bytes = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
        #expect(String(decoding: bytes, as: UTF8.self) == "waypost export: 10 fixes\nwaypost export: 20 fixes\n")
    }
}
