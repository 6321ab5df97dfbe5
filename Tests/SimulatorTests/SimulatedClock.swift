import Positioning
import Runtime

/// The clocks of a box, and the true time that no box knows.
final class SimulatedClock: MachineClock {
    /// The true time at the start of a run.
    static let start = UTCTime(seconds: 1_780_000_000)

    /// Milliseconds since the run began.
    var elapsed: Int64 = 0
    /// By how much CLOCK_REALTIME is ahead of the truth, in milliseconds.
    var civilOffset: Int64 = 0
    var isSynchronised = true
    private var bootedAt: Int64 = -60_000
    private var boots = 1

    var truth: UTCTime { Self.start.advanced(by: elapsed) }
    var bootTime: BootTime { BootTime(milliseconds: elapsed - bootedAt) }
    var civilTime: UTCTime { truth.advanced(by: civilOffset) }
    var bootID: String { "boot-\(boots)" }

    /// The power comes back.
    func boot() {
        boots += 1
        bootedAt = elapsed - 10_000
    }

    /// When the boot time will be `time`, in milliseconds since the run began.
    func elapsed(at time: BootTime) -> Int64 {
        let (sum, isTooLate) = time.milliseconds.addingReportingOverflow(bootedAt)
        return isTooLate ? .max : sum
    }
}
