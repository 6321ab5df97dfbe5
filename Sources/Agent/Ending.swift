import Positioning
import Runtime

/// The end of the agent: stores what waits, tries again while that fails, and gives up in time.
final class Ending: PollSource {
    /// Milliseconds within which the agent ends, whatever the disk does.
    static let limit: Int64 = 9000
    /// Milliseconds between two attempts to write.
    static let retry: Int64 = 500

    /// Called once, when the agent is to end.
    var ended: () -> Void = {}
    /// How the agent ends.
    private(set) var exitCode = ExitCode.success

    private let recorder: Recorder
    private var giveUp: BootTime?
    private(set) var deadline: BootTime?

    /// The end of what `recorder` writes.
    init(recorder: Recorder) {
        self.recorder = recorder
    }

    /// True from `begin` on.
    var hasBegun: Bool { giveUp != nil }

    /// True once the agent has nothing left to do.
    var isOver: Bool { hasBegun && deadline == nil }

    /// Begins to end.
    func begin(now: BootTime) {
        giveUp = now.advanced(by: Self.limit)
        deadline = now
    }

    /// Tries once more.
    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        guard let giveUp else { return }
        let isStored = recorder.commit(now: now)
        guard isStored || now >= giveUp else {
            deadline = min(giveUp, now.advanced(by: Self.retry))
            return
        }
        deadline = nil
        exitCode = isStored ? .success : .inputOutput
        ended()
    }
}
