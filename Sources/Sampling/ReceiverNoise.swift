import Positioning

/// What a receiver that does not move may still report: how far from where it was, and how fast.
///
/// The radii grow with what both fixes say of their errors. Parked receivers of gpsd's corpus wander up to 60 m, 1.6
/// times the error that they report; the floors are for those that report a metre and wander ten.
enum ReceiverNoise {
    /// m/s up to which a reported speed, and with it a course, may be noise.
    static let speed = 2.0

    /// Metres taken for the error of a fix that says nothing about it.
    private static let unknownError = 10.0

    /// Metres within which two fixes are at one place.
    static func inner(_ first: Fix, _ second: Fix) -> Double {
        max(10, 0.5 * errors(first, second))
    }

    /// Metres beyond which the second is elsewhere. Twice as far if it says that it does not move: a receiver that finds
    /// more satellites may jump, but does not drive.
    static func outer(_ first: Fix, _ second: Fix) -> Double {
        let stands = second.speed.map { $0 <= speed } ?? false
        return max(25, errors(first, second)) * (stands ? 2 : 1)
    }

    private static func errors(_ first: Fix, _ second: Fix) -> Double {
        (HorizontalError(of: first).metres ?? unknownError) + (HorizontalError(of: second).metres ?? unknownError)
    }
}
