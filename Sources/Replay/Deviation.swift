import Glibc
import Positioning

/// How far one fix lies from the track that the kept fixes draw.
struct Deviation {
    /// Sample time of the fix.
    let time: UTCTime
    /// Its position.
    let here: Coordinate
    /// Where the kept fixes, joined in straight lines at constant speed, put the vehicle at that moment. After the last
    /// kept fix it is there.
    let drawn: Coordinate
    /// Metres between the two: the synchronised Euclidean distance.
    let sed: Double
    /// Metres to the nearest place of the line that is drawn at that moment: the perpendicular Euclidean distance.
    let ped: Double

    /// Deviations of all fixes of a run that passed the gates; none if nothing was kept.
    static func all(of run: Run) -> [Deviation] {
        let kept = run.kept
        guard !kept.isEmpty else { return [] }
        var next = 0
        return run.passed.compactMap { fix in
            while next < kept.count, kept[next].sampleTime < fix.sampleTime { next += 1 }
            return Deviation(of: fix, between: kept[max(0, next - 1)], and: kept[min(next, kept.count - 1)])
        }
    }

    private init?(of fix: Fix, between earlier: Fix, and later: Fix) {
        guard let here = fix.coordinate, let start = earlier.coordinate, let end = later.coordinate else { return nil }
        let duration = later.sampleTime.since(earlier.sampleTime)
        let part = duration > 0 ? Double(fix.sampleTime.since(earlier.sampleTime)) / Double(duration) : 1
        time = fix.sampleTime
        self.here = here
        drawn = Self.place(part, from: start, to: end)
        sed = here.distance(to: drawn)
        ped = min(sed, Self.distance(from: here, toLine: start, end))
    }

    private static func place(_ part: Double, from start: Coordinate, to end: Coordinate) -> Coordinate {
        let part = min(max(part, 0), 1)
        return Coordinate(
            latitude: start.latitude + part * (end.latitude - start.latitude),
            longitude: remainder(start.longitude + part * remainder(end.longitude - start.longitude, 360), 360))
    }

    private static func distance(from point: Coordinate, toLine start: Coordinate, _ end: Coordinate) -> Double {
        let plane = LocalPlane(origin: point)
        let (a, b) = (plane.offset(of: start), plane.offset(of: end))
        let (east, north) = (b.east - a.east, b.north - a.north)
        let square = east * east + north * north
        let part = square > 0 ? min(max(-(a.east * east + a.north * north) / square, 0), 1) : 0
        return hypot(a.east + part * east, a.north + part * north)
    }
}
