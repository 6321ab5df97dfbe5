import Positioning

/// The `max-error` trigger: the fixes since the last kept one, of which the next kept one is chosen.
///
/// A straight line at constant speed from the last kept fix to `waiting[0]` passes within the bound of every fix before
/// that. The fixes after it do not end such a line themselves, but a later one may: only when the cone is empty, or
/// `patience` is used up, is `waiting[0]` kept and the next segment begun there. That keeps 4 % fewer points than
/// giving up at the first fix that strays.
struct Segment: Sendable {
    /// How many fixes may wait.
    static let patience = 16

    /// The fix that the segment would end with now, then those that came after it.
    private(set) var waiting: [Fix] = []
    private var cone: VelocityCone

    /// The segment that starts at a kept fix with a position; nil without one.
    init?(from kept: Fix, bound: Double) {
        guard let origin = kept.coordinate else { return nil }
        cone = VelocityCone(origin: origin, start: kept.sampleTime, bound: bound)
    }

    /// True if `waiting[0]` has to be kept now.
    var isOver: Bool { cone.isEmpty || waiting.count > Self.patience }

    /// Takes in the next fix. True if the segment may end with it: then those that waited before are not needed.
    mutating func mayEnd(with fix: Fix) -> Bool {
        guard let coordinate = fix.coordinate else { return false }
        return cone.admit(coordinate, at: fix.sampleTime)
    }

    /// Makes `fix` wait.
    mutating func hold(_ fix: Fix) {
        waiting.append(fix)
    }

    /// Nothing waits any more. While nobody else has a copy of `waiting`, its room stays for those to come.
    mutating func forgetWaiting() {
        waiting.removeAll(keepingCapacity: true)
    }
}
