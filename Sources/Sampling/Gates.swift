import Positioning

/// The gates that need nothing but the fix and the sample time before it.
struct Gates: Sendable {
    private let maxAccuracy: Double?
    private var lastTime: UTCTime?

    init(rules: SamplingRules, lastTime: UTCTime?) {
        maxAccuracy = rules.maxAccuracy
        self.lastTime = lastTime
    }

    /// The coordinate of `fix` if it passes, else the first gate that it failed.
    ///
    /// The time of a fix without a position counts for nothing: receivers make such times up.
    mutating func judge(_ fix: Fix) -> Result<Coordinate, Failure> {
        guard let coordinate = Self.position(of: fix) else { return .failure(Failure(reason: .noPosition)) }
        if let lastTime, fix.sampleTime <= lastTime { return .failure(Failure(reason: .notAscending)) }
        lastTime = fix.sampleTime
        if let maxAccuracy, let error = HorizontalError(of: fix).metres, error > maxAccuracy {
            return .failure(Failure(reason: .inaccurate))
        }
        return .success(coordinate)
    }

    /// The gate that a fix failed.
    struct Failure: Error {
        var reason: DropReason
    }

    private static func position(of fix: Fix) -> Coordinate? {
        guard fix.mode >= .twoD, let coordinate = fix.coordinate, coordinate.isOnEarth else { return nil }
        return coordinate.isNullIsland && fix.horizontalAccuracy == nil ? nil : coordinate
    }
}
