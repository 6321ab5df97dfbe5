import Positioning

/// A parked vehicle: one place, however long and noisy the stop.
///
/// The vehicle has left once `quorum` fixes in a row lie beyond the noise. The way that it took out of the inner circle
/// until then waits here, so that the first metres are not lost.
struct Stop: Sendable {
    /// Where a fix lies, seen from the stop.
    enum Finding {
        /// Within the noise.
        case resting
        /// Beyond the noise, but not often enough.
        case straying
        /// The vehicle has left.
        case departed
    }

    /// How many fixes in a row beyond the noise make a departure.
    static let quorum = 3
    /// How many fixes of the way out are held.
    static let capacity = 64

    /// The kept fix that stands for the stop.
    let place: Fix
    /// The last fix at the stop, then the way since.
    private(set) var way: [Fix] = []
    private var beyond = 0

    /// A stop at a kept fix.
    init(at place: Fix) {
        self.place = place
    }

    /// Takes in the next fix and makes it wait; fixes that no departure can need any more go to `drop`.
    mutating func consider(_ fix: Fix, drop: (Fix) -> Void) -> Finding {
        guard let here = fix.coordinate, let there = place.coordinate else { return .resting }
        if here.isWithin(StopNoise.inner(place, fix), of: there) {
            dropWay(drop)
            beyond = 0
        } else if here.isWithin(StopNoise.outer(place, fix), of: there) {
            beyond = 0
        } else {
            beyond += 1
        }
        if way.count == Self.capacity { drop(way.removeFirst()) }
        way.append(fix)
        return beyond == 0 ? .resting : beyond < Self.quorum ? .straying : .departed
    }

    /// Gives up the way: the vehicle has not left.
    mutating func dropWay(_ drop: (Fix) -> Void) {
        way.forEach(drop)
        way.removeAll(keepingCapacity: true)
    }

    /// The last epoch with the position of the stop, as old as that is; the fixes before it are no way out any more.
    mutating func takeHeartbeat(drop: (Fix) -> Void) -> Fix? {
        guard var heartbeat = way.popLast() else { return nil }
        dropWay(drop)
        heartbeat.coordinate = place.coordinate
        heartbeat.horizontalAccuracy = place.horizontalAccuracy
        heartbeat.altitude = place.altitude
        heartbeat.positionAge = place.positionAge + heartbeat.sampleTime.since(place.sampleTime)
        return heartbeat
    }
}
