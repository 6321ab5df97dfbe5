import Positioning

/// A parked vehicle: one place, however long and noisy the stop.
///
/// The vehicle has left once at least `quorum` fixes in a row, over at least `persistence`, lie beyond the noise. The way
/// that it took from the last fix near the place until then waits here, so that the first metres are not lost.
struct Stop: Sendable {
    /// Where a fix lies, seen from the stop.
    enum Finding {
        /// Within the noise.
        case resting
        /// Beyond the noise, but not for long enough.
        case straying
        /// The vehicle has left.
        case departed
    }

    /// How many fixes in a row beyond the noise make a departure.
    static let quorum = 3
    /// Milliseconds for which they must go on: at 10 Hz three fixes share one error.
    static let persistence: Int64 = 2000
    /// How many fixes of the way out are held.
    static let capacity = 64

    /// The kept fix that stands for the stop.
    let place: Fix
    /// The last fix near the place, then the way since.
    private(set) var way: [Fix] = []
    private var beyond = 0
    private var beyondSince = UTCTime(milliseconds: 0)

    /// A stop at a kept fix.
    init(at place: Fix) {
        self.place = place
    }

    /// Takes in the next fix and makes it wait; fixes that no departure can need any more go to `drop`.
    mutating func consider(_ fix: Fix, drop: (Fix) -> Void) -> Finding {
        guard let here = fix.coordinate, let there = place.coordinate else { return .resting }
        let isNear = here.isWithin(ReceiverNoise.inner(place, fix), of: there)
        if isNear { dropWay(drop) }
        if way.count == Self.capacity { thinWay(drop) }
        way.append(fix)
        if isNear || here.isWithin(ReceiverNoise.outer(place, fix), of: there) {
            beyond = 0
            return .resting
        }
        if beyond == 0 { beyondSince = fix.sampleTime }
        beyond += 1
        let hasLeft = beyond >= Self.quorum && fix.sampleTime.since(beyondSince) >= Self.persistence
        return hasLeft ? .departed : .straying
    }

    /// Makes room for a longer way by giving up every second fix of it; the first stays.
    private mutating func thinWay(_ drop: (Fix) -> Void) {
        for index in 0..<Self.capacity / 2 {
            drop(way[index + 1])
            way.remove(at: index + 1)
        }
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
