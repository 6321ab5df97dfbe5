import Positioning

/// How far a receiver that does not move may report itself from where it was: the thresholds of a stop.
///
/// They grow with what both fixes say of their errors. Parked receivers of gpsd's corpus wander up to 1.6 times their
/// error from the middle of their track; the floors are for those that report a few metres and wander more.
enum StopNoise {
    /// Metres taken for the error of a fix that says nothing about it.
    private static let unknownError = 15.0

    /// Within this, a fix is at the stop.
    static func inner(_ first: Fix, _ second: Fix) -> Double {
        max(15, 0.5 * errors(first, second))
    }

    /// Beyond this, the vehicle has moved.
    static func outer(_ first: Fix, _ second: Fix) -> Double {
        max(30, errors(first, second))
    }

    private static func errors(_ first: Fix, _ second: Fix) -> Double {
        (HorizontalError(of: first).metres ?? unknownError) + (HorizontalError(of: second).metres ?? unknownError)
    }
}
