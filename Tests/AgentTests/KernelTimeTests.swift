import Positioning
import Runtime
import Testing

@testable import Agent

@Suite struct KernelTimeTests {
    /// Counts how often the kernel is asked.
    private final class CountedClock: MachineClock {
        var bootTime = BootTime(milliseconds: 30_000)
        var civilTime = UTCTime(seconds: 1_796_040_000)
        var answer = true
        var bootID = "11111111-2222-3333-4444-555555555555"
        private(set) var questions = 0

        var isSynchronised: Bool {
            questions += 1
            return answer
        }

        func advance(_ milliseconds: Int64) {
            bootTime = bootTime.advanced(by: milliseconds)
            civilTime = civilTime.advanced(by: milliseconds)
        }
    }

    @Test func tenSecondsOfEpochsAtAnyRateAskTheKernelOnce() {
        let clock = CountedClock()
        let time = KernelTime(clock)
        for _ in 0..<9999 {
            #expect(time.now == clock.civilTime)
            clock.advance(1)
        }
        #expect(clock.questions == 1)
    }

    @Test func aClockThatIsSetOrSynchronisedLaterIsHeededWithinThePeriod() {
        let clock = CountedClock()
        clock.answer = false
        let time = KernelTime(clock)
        #expect(time.now == nil)
        clock.answer = true
        clock.civilTime = clock.civilTime.advanced(by: 86_400_000)
        clock.advance(KernelTime.period - 1)
        #expect(time.now == nil)
        clock.advance(1)
        #expect(time.now == clock.civilTime)
        clock.answer = false
        clock.advance(KernelTime.period)
        #expect(time.now == nil)
    }
}
