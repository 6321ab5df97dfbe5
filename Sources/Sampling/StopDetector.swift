import Glibc
import Positioning

/// Notices that a moving vehicle has stopped: for half a minute every fix was, but for noise, where those before it
/// were on average.
struct StopDetector: Sendable {
    /// How long a vehicle stands before it counts as parked.
    private static let duration: Int64 = 30_000

    private var arrival: Fix?
    private var mean = Coordinate(latitude: 0, longitude: 0)
    private var count = 0.0

    /// Sample time of the arrival if the vehicle has stood since then until `fix`, else nil.
    mutating func arrival(of fix: Fix) -> UTCTime? {
        guard let here = fix.coordinate else { return nil }
        guard let arrival, (fix.speed ?? 0) <= ReceiverNoise.speed,
            here.isWithin(ReceiverNoise.inner(arrival, fix), of: mean)
        else {
            (arrival, mean, count) = (fix, here, 1)
            return nil
        }
        count += 1
        mean.latitude += (here.latitude - mean.latitude) / count
        mean.longitude = remainder(mean.longitude + remainder(here.longitude - mean.longitude, 360) / count, 360)
        return fix.sampleTime.since(arrival.sampleTime) >= Self.duration ? arrival.sampleTime : nil
    }
}
