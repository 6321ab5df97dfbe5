import Positioning

/// The gates that need nothing but the fix and the sample time before it.
struct Gates: Sendable {
    private let maxAccuracy: Double?
    private var lastTime: UTCTime?

    init(rules: SamplingRules, lastTime: UTCTime?) {
        maxAccuracy = rules.maxAccuracy
        self.lastTime = lastTime
    }

    /// What a fix did.
    enum Outcome: Equatable {
        case passes
        /// It tells nothing new: the sample time is not above the last one.
        case repeatsTime
        /// It is no position to go by.
        case fails(DropReason)
    }

    /// Judges a fix by the gates in their order.
    ///
    /// The time of a fix without a position counts for nothing: receivers make such times up.
    mutating func judge(_ fix: Fix) -> Outcome {
        guard Self.hasPosition(fix) else { return .fails(.noPosition) }
        if let lastTime, fix.sampleTime <= lastTime { return .repeatsTime }
        lastTime = fix.sampleTime
        if let maxAccuracy, let error = HorizontalError(of: fix).metres, error > maxAccuracy {
            return .fails(.inaccurate)
        }
        return .passes
    }

    private static func hasPosition(_ fix: Fix) -> Bool {
        guard fix.mode >= .twoD, let coordinate = fix.coordinate, coordinate.isOnEarth else { return false }
        return !coordinate.isNullIsland || fix.horizontalAccuracy != nil
    }
}
