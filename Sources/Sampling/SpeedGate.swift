import Positioning

/// The `max-speed` gate: a jump faster than any vehicle is an outlier, unless it was the place before that was wrong.
///
/// A suspect fix waits. It is an outlier once a fix agrees with the anchor again or disagrees with the suspect; three
/// suspects that agree with one another win, and the last of them is the new anchor. At a cold start there is no
/// anchor, so that the first fix has to earn trust in the same way.
struct SpeedGate: Sendable {
    /// What a fix did.
    enum Outcome {
        /// It passes; fixes that waited until now are outliers.
        case passes(outliers: [Fix])
        /// It waits; fixes that waited and do not agree with it are outliers.
        case waits(outliers: [Fix])
        /// It is the last of three that agree: all of them pass.
        case wins(Suspects)
    }

    /// Fixes that agree with one another, oldest first.
    typealias Suspects = [Fix]

    /// How many fixes must agree to overturn an anchor.
    static let quorum = 3

    private(set) var suspects: Suspects = []
    private let maxSpeed: Double?
    private var anchor: Fix?

    /// A gate that lets at most `maxSpeed` in m/s pass, or everything if nil.
    init(maxSpeed: Double?, anchor: Fix?) {
        self.maxSpeed = maxSpeed
        self.anchor = anchor
    }

    /// Judges a fix whose sample time is above the one before it.
    mutating func judge(_ fix: Fix) -> Outcome {
        guard let maxSpeed else { return .passes(outliers: []) }
        if let anchor, Self.isReachable(fix, from: anchor, at: maxSpeed) {
            self.anchor = fix
            return .passes(outliers: takeSuspects())
        }
        if let last = suspects.last, !Self.isReachable(fix, from: last, at: maxSpeed) {
            let outliers = takeSuspects()
            suspects = [fix]
            return .waits(outliers: outliers)
        }
        suspects.append(fix)
        guard suspects.count == Self.quorum else { return .waits(outliers: []) }
        anchor = fix
        return .wins(takeSuspects())
    }

    /// Hands over the fixes that wait, since nothing after them will decide: none has earned trust.
    mutating func takeSuspects() -> Suspects {
        guard !suspects.isEmpty else { return [] }
        defer { suspects = [] }
        return suspects
    }

    /// True if the part of the way that both errors together do not explain is no faster than `speed`.
    private static func isReachable(_ fix: Fix, from earlier: Fix, at speed: Double) -> Bool {
        guard let there = fix.coordinate, let here = earlier.coordinate else { return false }
        let errors = (fix.horizontalAccuracy ?? 0) + (earlier.horizontalAccuracy ?? 0)
        let seconds = Double(fix.sampleTime.since(earlier.sampleTime)) / 1000
        return there.isWithin(speed * seconds + max(0, errors), of: here)
    }
}
