import Positioning

/// Notices that a moving vehicle has stopped: for half a minute no fix was farther from the first than their noise.
struct StopDetector: Sendable {
    /// How long a vehicle stands before it counts as parked.
    private static let duration: Int64 = 30_000

    /// m/s above which a reported speed is no noise.
    private static let walking = 2.0

    private var arrival: Fix?

    /// Sample time of the arrival if the vehicle has stood since then until `fix`, else nil.
    mutating func arrival(of fix: Fix) -> UTCTime? {
        guard let arrival, let place = arrival.coordinate, let here = fix.coordinate, (fix.speed ?? 0) < Self.walking,
            here.isWithin(StopNoise.inner(arrival, fix), of: place)
        else {
            arrival = fix
            return nil
        }
        return fix.sampleTime.since(arrival.sampleTime) >= Self.duration ? arrival.sampleTime : nil
    }
}
