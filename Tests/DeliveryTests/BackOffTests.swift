import Outbox
import Positioning
import Testing

@testable import Delivery

@Suite struct BackOffTests {
    private let now = BootTime(milliseconds: 1_000_000)

    @Test(
        arguments: [(1, 5000), (2, 10_000), (7, 320_000), (8, 640_000), (9, 900_000), (1000, 900_000)]
            as [(Int, Int64)])
    func theWaitIsDrawnFromARangeThatDoublesUpToTheLongest(_ failures: Int, _ range: Int64) {
        func wait(_ random: Double) -> BackOff {
            BackOff(failures: failures, longest: 900_000, hint: nil, now: now, random: random)
        }
        #expect(wait(0).delay == 0)
        #expect(wait(0.5).delay == range / 2)
        #expect(wait(1.0.nextDown).until == now.advanced(by: range - 1))
        #expect(wait(0).failures == failures)
    }

    @Test(
        arguments: [(nil, 2500), (-1, 2500), (2499, 2500), (2501, 2501), (900_001, 900_000), (.max, 900_000)]
            as [(Int64?, Int64)])
    func noLessThanTheServiceAsksForAndNoMoreThanTheLongest(_ hint: Int64?, _ delay: Int64) {
        #expect(BackOff(failures: 1, longest: 900_000, hint: hint, now: now, random: 0.5).delay == delay)
    }

    private func stored(until: Int64) -> StoredBackOff {
        StoredBackOff(bootID: "this", until: BootTime(milliseconds: until), delay: 60_000, failures: 6)
    }

    @Test func inTheSameBootItGoesOn() {
        let rest = BackOff(restoring: stored(until: 1_040_000), bootID: "this", now: now, random: 0.5)
        #expect(rest.until == now.advanced(by: 40_000))
        #expect(rest.failures == 6 && rest.delay == 60_000)
    }

    @Test func itNeverWaitsLongerThanItWasDrawn() {
        let rest = BackOff(restoring: stored(until: .max), bootID: "this", now: now, random: 0.5)
        #expect(rest.until == now.advanced(by: 60_000))
    }

    @Test(arguments: [(0.0, 0), (0.25, 15_000), (0.75, 45_000)] as [(Double, Int64)])
    func afterARebootItIsDrawnAnew(_ random: Double, _ delay: Int64) {
        let rest = BackOff(restoring: stored(until: 0), bootID: "another", now: now, random: random)
        #expect(rest.until == now.advanced(by: delay))
        #expect(rest.failures == 6 && rest.delay == delay)
    }
}
