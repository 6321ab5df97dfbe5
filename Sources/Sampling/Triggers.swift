import Positioning

/// The triggers that look at one fix and the last kept one, and how they combine. (`max-error` looks at all between:
/// see `Segment`.)
struct Triggers: Sendable {
    private static let order: [KeepReason] = [.interval, .distance, .accuracy, .turn]

    private let rules: SamplingRules
    private var turn: TurnTrigger?

    /// The triggers that are on in `rules`.
    init(rules: SamplingRules) {
        self.rules = rules
        turn = rules.turn.map(TurnTrigger.init)
    }

    /// Tells the triggers that remember something that `kept` is the last kept fix now.
    mutating func restart(at kept: Fix) {
        turn?.restart(at: kept)
    }

    /// Why `fix` is worth keeping after `last`; nil if it is not.
    mutating func reason(for fix: Fix, after last: Fix) -> KeepReason? {
        let turned = turn?.wants(fix)
        switch rules.keepWhen {
        case .any:
            return Self.order.first { wants($0, fix, last, turned) == true }
        case .all:
            let answers = Self.order.compactMap { wants($0, fix, last, turned) }
            return answers.isEmpty || answers.contains(false) ? nil : .all
        }
    }

    /// Whether one trigger wants the fix; nil if that trigger is off.
    private func wants(_ trigger: KeepReason, _ fix: Fix, _ last: Fix, _ turned: Bool?) -> Bool? {
        switch trigger {
        case .interval: rules.interval.map { fix.sampleTime.since(last.sampleTime) >= $0 }
        case .distance: rules.distance.map { hasMoved(atLeast: $0, from: last, to: fix) }
        case .accuracy: rules.accuracy ? hasMoved(atLeast: (error(last) + error(fix)).nextUp, from: last, to: fix) : nil
        case .turn: turned
        case .first, .maxError, .all, .heartbeat, .segmentEnd, .stop, .departure: nil
        }
    }

    private func hasMoved(atLeast metres: Double, from last: Fix, to fix: Fix) -> Bool {
        guard let here = last.coordinate, let there = fix.coordinate else { return false }
        return !there.isWithin(metres.nextDown, of: here)
    }

    /// The service takes a missing accuracy as 0.
    private func error(_ fix: Fix) -> Double {
        fix.horizontalAccuracy ?? 0
    }
}
