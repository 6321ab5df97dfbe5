import Positioning

/// A vehicle on its way: the triggers, then the heartbeat.
extension Sampler {
    /// Decides about a fix on the way, or makes it wait in the `max-error` segment.
    mutating func move(to fix: Fix, _ decide: (Decision) -> Void) {
        let mayEnd = segment?.mayEnd(with: fix) ?? true
        let reason = reason(for: fix)
        guard mayEnd else {
            segment?.hold(fix)
            if reason != nil || segment?.isOver == true { endSegment(.maxError, decide) }
            return
        }
        dropWaiting(.noTrigger, decide)
        if let reason {
            keep(fix, reason, decide)
        } else if segment != nil {
            segment?.hold(fix)
        } else {
            decide(Decision(fix: fix, verdict: .drop(.noTrigger)))
        }
    }

    /// Keeps what the error bound needs of the fixes that wait; the last of them for `reason`.
    mutating func closeSegment(_ reason: KeepReason, _ decide: (Decision) -> Void) {
        while let waiting = segment?.waiting, !waiting.isEmpty {
            endSegment(waiting.count == 1 ? reason : .maxError, decide)
        }
    }

    /// Forgets the fixes that wait.
    mutating func dropWaiting(_ reason: DropReason, _ decide: (Decision) -> Void) {
        if let segment { drop(segment.waiting, reason, decide) }
        segment?.forgetWaiting()
    }

    /// Keeps the fix that the segment may end with, and considers those after it once more from there.
    private mutating func endSegment(_ reason: KeepReason, _ decide: (Decision) -> Void) {
        guard let waiting = segment?.waiting, let end = waiting.first else { return }
        segment?.forgetWaiting()
        keep(end, reason, decide)
        for fix in waiting.dropFirst() { move(to: fix, decide) }
    }

    private mutating func reason(for fix: Fix) -> KeepReason? {
        guard let lastKept else { return nil }
        return triggers.reason(for: fix, after: lastKept) ?? (isHeartbeatDue(at: fix) ? .heartbeat : nil)
    }
}
