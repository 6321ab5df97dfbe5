import Positioning

/// Whether new batches may start: open, closed by a back-off, or closed by a hold. Through a closed gate goes one
/// batch at a time, when its wait is over; what becomes of it opens the gate or closes it again.
struct Gate: Equatable {
    enum State: Equatable {
        case open
        case backOff(BackOff)
        case hold(HoldReason, probes: Int, until: BootTime)
    }

    /// The first wait of a hold in milliseconds; it doubles with each probe up to `max-back-off`.
    static let probeWait: Int64 = 60_000

    private(set) var state = State.open
    /// When the failures began that have not ended.
    private(set) var closedSince: BootTime?

    /// When the next batch may start; nil if the gate is open.
    var until: BootTime? {
        switch state {
        case .open: nil
        case .backOff(let backOff): backOff.until
        case .hold(_, _, let until): until
        }
    }

    var hold: HoldReason? {
        if case .hold(let reason, _, _) = state { reason } else { nil }
    }

    /// Probes since the hold began.
    var probes: Int {
        if case .hold(_, let probes, _) = state { probes } else { 0 }
    }

    var failures: Int {
        if case .backOff(let backOff) = state { backOff.failures } else { 0 }
    }

    /// Closes for `backOff`.
    mutating func close(_ backOff: BackOff, now: BootTime) {
        closedSince = closedSince ?? now
        state = .backOff(backOff)
    }

    /// Closes until something is mended. `random` in 0..<1 takes up to half of the wait away.
    mutating func close(_ reason: HoldReason, longest: Int64, now: BootTime, random: Double) {
        closedSince = closedSince ?? now
        var probes = 0
        if case .hold(_, let before, _) = state { probes = before + 1 }
        let wait = min(longest, Self.probeWait << min(probes, 20))
        let until = now.advanced(by: wait - Int64(random * Double(wait) / 2))
        state = .hold(reason, probes: probes, until: until)
    }

    /// Lets the next batch through at once.
    mutating func hurry(now: BootTime) {
        switch state {
        case .open: break
        case .backOff(var backOff):
            backOff.until = now
            state = .backOff(backOff)
        case .hold(let reason, _, _): state = .hold(reason, probes: 0, until: now)
        }
    }

    /// Opens, and returns for how many milliseconds the gate was closed.
    mutating func open(now: BootTime) -> Int64 {
        let length = closedSince.map { now.since($0) } ?? 0
        (state, closedSince) = (.open, nil)
        return length
    }
}
