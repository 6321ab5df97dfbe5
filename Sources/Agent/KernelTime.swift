import Positioning
import Runtime

/// The time of a synchronised system clock, without a system call for each epoch.
///
/// Whether the clock is synchronised, and by how much it differs from the boot time, is asked of the kernel once in
/// `period`: what the Receiver judges by it is a matter of hours.
final class KernelTime {
    /// Milliseconds that an answer of the kernel holds.
    static let period: Int64 = 10_000

    private let clock: any MachineClock
    private var asked: (at: BootTime, answer: UTCTime?)?

    init(_ clock: any MachineClock) {
        self.clock = clock
    }

    /// UTC now; nil while the clock is not synchronised.
    var now: UTCTime? {
        let boot = clock.bootTime
        if let asked, boot.since(asked.at) < Self.period {
            return asked.answer?.advanced(by: boot.since(asked.at))
        }
        let answer = clock.synchronisedTime
        asked = (boot, answer)
        return answer
    }
}
