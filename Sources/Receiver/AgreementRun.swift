import Positioning

/// Counts the consecutive fixes whose times go on as those of one clock do.
struct AgreementRun {
    /// How much more than the boot time the last step went on; nil before there was a step.
    private(set) var excess: Int64?
    private var last: (time: UTCTime, boot: BootTime)
    private var lastMode: FixMode
    private var flat: Int
    private var threeD: Int

    /// A run that begins with one fix.
    init(_ time: UTCTime, _ boot: BootTime, _ mode: FixMode) {
        last = (time, boot)
        lastMode = mode
        flat = 1
        threeD = mode == .threeD ? 1 : 0
    }

    /// Takes in the next fix, which ends the run and begins another where it does not agree.
    mutating func add(_ time: UTCTime, _ boot: BootTime, _ mode: FixMode) {
        let step = TimeStep(from: last, to: (time, boot))
        if !step.follows(excess) {
            // The fix before may be the first of the new run.
            self = step.follows(nil) ? Self(last.time, last.boot, lastMode) : Self(time, boot, mode)
            guard step.follows(nil) else { return }
        }
        excess = step.excess
        last = (time, boot)
        lastMode = mode
        flat += 1
        threeD = mode == .threeD ? threeD + 1 : 0
    }

    /// An epoch without a position came between.
    mutating func interrupt() {
        (flat, threeD) = (0, 0)
    }

    /// True once three consecutive 3D fixes agree, or thirty of 2D or better, for receivers that never say 3D.
    var isAgreement: Bool {
        threeD >= 3 || flat >= 30
    }
}
