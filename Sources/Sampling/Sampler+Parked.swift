import Positioning

/// A parked vehicle: nothing but the heartbeat keeps, `max-error` included, which holds within the noise of the stop.
extension Sampler {
    /// Begins a stop in which the vehicle has stood since `arrival`.
    mutating func park(at fix: Fix, since arrival: UTCTime, _ decide: (Decision) -> Void) {
        if let lastKept, lastKept.sampleTime >= arrival {
            dropWaiting(.parked, decide)
            decide(Decision(fix: fix, verdict: .drop(.parked)))
        } else if segment?.mayEnd(with: fix) ?? true {
            dropWaiting(.noTrigger, decide)
            keep(fix, .stop, decide)
        } else {
            segment?.hold(fix)
            closeSegment(.stop, decide)
        }
        if let lastKept { begin(at: lastKept) }
    }

    /// Decides about a fix while parked, or makes it wait as part of a way out.
    mutating func rest(at fix: Fix, _ decide: (Decision) -> Void) {
        switch stop?.consider(fix, drop: { decide(Decision(fix: $0, verdict: .drop(.parked))) }) {
        case .resting where isHeartbeatDue(at: fix):
            let heartbeat = stop?.takeHeartbeat { decide(Decision(fix: $0, verdict: .drop(.parked))) }
            guard let heartbeat else { return }
            keep(heartbeat, .heartbeat, decide)
        case .resting, .straying, nil:
            break
        case .departed:
            depart(decide)
        }
    }

    private mutating func depart(_ decide: (Decision) -> Void) {
        guard let way = stop?.way, let start = way.first else { return }
        stop = nil
        detector = StopDetector()
        // With `max-error` the bound itself keeps where the way begins, if the line would miss it otherwise.
        if segment == nil { keep(start, .departure, decide) } else { move(to: start, decide) }
        for fix in way.dropFirst() { move(to: fix, decide) }
    }
}
