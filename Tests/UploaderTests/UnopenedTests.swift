import Positioning
import Testing

@testable import Uploader

@Suite struct UnopenedTests {
    @Test func theWaitDoublesUpToAMinute() {
        var now = BootTime(milliseconds: 5000)
        var unopened = Unopened(at: now)
        #expect(unopened.retryAt == now && unopened.sentence == nil)
        for wait in [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000] as [Int64] {
            unopened.failed(because: "The disk is away.", now: now)
            #expect(unopened.sentence == "The disk is away.")
            #expect(unopened.retryAt.since(now) == wait)
            now = unopened.retryAt
        }
    }

    @Test func anAttemptThatSomebodyAskedForDoesNotResetTheWait() {
        var unopened = Unopened(at: BootTime(milliseconds: 0))
        for _ in 0..<3 { unopened.failed(because: "The disk is away.", now: BootTime(milliseconds: 0)) }
        unopened.retryAt = BootTime(milliseconds: 10)
        unopened.failed(because: "The disk is away.", now: BootTime(milliseconds: 10))
        #expect(unopened.retryAt == BootTime(milliseconds: 8010))
    }
}
