import Positioning

/// The triggers that compare a fix with the last kept one, and how they combine.
struct Triggers: Sendable {
    private let rules: SamplingRules

    init(rules: SamplingRules) {
        self.rules = rules
    }

    /// Why `fix` is worth keeping after `last`; nil if it is not.
    func reason(for fix: Fix, after last: Fix) -> KeepReason? {
        switch rules.keepWhen {
        case .any:
            return Self.order.first { wants($0, fix, after: last) == true }
        case .all:
            let answers = Self.order.compactMap { wants($0, fix, after: last) }
            return !answers.isEmpty && answers.allSatisfy { $0 } ? .all : nil
        }
    }

    private static let order: [KeepReason] = [.interval, .distance, .accuracy]

    /// Whether one trigger wants the fix; nil if that trigger is off.
    private func wants(_ trigger: KeepReason, _ fix: Fix, after last: Fix) -> Bool? {
        switch trigger {
        case .interval: rules.interval.map { fix.sampleTime.since(last.sampleTime) >= $0 }
        case .distance: rules.distance.map { moved(last, fix) >= $0 }
        case .accuracy: rules.accuracy ? moved(last, fix) > error(last) + error(fix) : nil
        default: nil
        }
    }

    private func moved(_ first: Fix, _ second: Fix) -> Double {
        guard let here = first.coordinate, let there = second.coordinate else { return 0 }
        return here.distance(to: there)
    }

    /// The service takes a missing accuracy as 0.
    private func error(_ fix: Fix) -> Double {
        fix.horizontalAccuracy ?? 0
    }
}
