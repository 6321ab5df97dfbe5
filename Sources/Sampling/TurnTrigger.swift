import Positioning

/// The `turn` trigger: the course has changed since the last kept fix.
///
/// Courses count above walking speed only, and a turn has to show twice in a row: once may be noise. Where the receiver
/// reports no course, the bearing of the last twenty metres or more stands in.
struct TurnTrigger: Sendable {
    /// Metres that a bearing needs.
    private static let leg = 20.0

    private let threshold: Double
    private var reference: Double?
    private var lastCourse: Double?
    private var hadTurned = false
    private var legStart: Fix?

    /// A trigger that fires at `threshold` degrees.
    init(threshold: Double) {
        self.threshold = threshold
    }

    /// Compares with the course at `kept` from now on; if it has none, with the course that led there.
    mutating func restart(at kept: Fix) {
        reference = Self.reportedCourse(of: kept) ?? lastCourse
        hadTurned = false
        legStart = kept
    }

    /// True if the vehicle has turned, as far as this fix and the one before it tell.
    mutating func wants(_ fix: Fix) -> Bool {
        guard let course = Self.reportedCourse(of: fix) ?? bearing(at: fix) else { return false }
        lastCourse = course
        guard let reference else {
            self.reference = course
            return false
        }
        let hasTurned = Coordinate.turn(from: reference, to: course) >= threshold
        defer { hadTurned = hasTurned }
        return hasTurned && hadTurned
    }

    private static func reportedCourse(of fix: Fix) -> Double? {
        guard let speed = fix.speed, speed > ReceiverNoise.speed else { return nil }
        return fix.course
    }

    private mutating func bearing(at fix: Fix) -> Double? {
        guard fix.course == nil, let end = fix.coordinate else { return nil }
        guard let legStart, let start = legStart.coordinate else {
            legStart = fix
            return nil
        }
        guard !end.isWithin(Self.leg, of: start) else { return nil }
        self.legStart = fix
        let seconds = Double(fix.sampleTime.since(legStart.sampleTime)) / 1000
        return start.distance(to: end) > ReceiverNoise.speed * seconds ? start.bearing(to: end) : nil
    }
}
