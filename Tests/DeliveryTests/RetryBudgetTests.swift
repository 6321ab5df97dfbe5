import Testing

@testable import Delivery

@Suite struct RetryBudgetTests {
    @Test(
        arguments: [
            (0, false, 50), (1, false, 100), (2, false, 200), (0, true, 1000), (1, true, 2000), (4, true, 16_000),
            (5, true, 20_000), (10, false, 20_000), (1000, true, 20_000),
        ] as [(Int, Bool, Int64)])
    func theWaitIsDrawnFromARangeThatDoublesUpToTwentySeconds(_ retry: Int, _ throttled: Bool, _ range: Int64) {
        func wait(_ random: Double) -> Int64 {
            RetryBudget.wait(retry: retry, throttled: throttled, hint: nil, random: random)
        }
        #expect(wait(0) == 0)
        #expect(wait(0.5) == range / 2)
        #expect(wait(1.0.nextDown) == range - 1)
    }

    @Test(
        arguments: [(nil, 25), (-1, 25), (0, 25), (24, 25), (26, 26), (5025, 5025), (5026, 5025), (.max, 5025)]
            as [(Int64?, Int64)])
    func aHintRaisesTheWaitByFiveSecondsAtMost(_ hint: Int64?, _ wait: Int64) {
        #expect(RetryBudget.wait(retry: 0, throttled: false, hint: hint, random: 0.5) == wait)
    }

    @Test func aRetryCostsTokensUntilTheyAreSpentAndTakesNothingThen() {
        var budget = RetryBudget()
        for _ in 0..<35 { #expect(budget.spend(throttled: false) == 14) }
        #expect(budget.tokens == 10)
        #expect(budget.spend(throttled: false) == nil)
        #expect(budget.tokens == 10)
        #expect(budget.spend(throttled: true) == 5)
    }

    @Test func successGivesBackWhatItsRetryCostAndOtherwiseOneUpToAFullBucket() {
        var budget = RetryBudget()
        let cost = budget.spend(throttled: false)
        budget.refund(nil)
        #expect(budget.tokens == 487)
        budget.refund(cost)
        #expect(budget.tokens == 500)
    }
}
