import Glibc
import Positioning
import Sampling

/// Builds fixes for tests: metres east and north of a place, seconds after a moment.
struct Drive {
    var origin = Coordinate(latitude: 47.5, longitude: 8.5)
    var start = UTCTime(seconds: 1_750_000_000)

    func fix(
        at seconds: Double, east: Double = 0, north: Double = 0, error: Double? = 5, speed: Double? = nil,
        course: Double? = nil
    ) -> Fix {
        let latitude = origin.latitude + north / 111_194.9
        let longitude = origin.longitude + east / (111_194.9 * cos(origin.latitude * .pi / 180))
        var fix = Fix(
            sampleTime: start.advanced(by: Int64((seconds * 1000).rounded())), received: BootTime(milliseconds: 0),
            mode: .threeD,
            coordinate: Coordinate(latitude: latitude, longitude: remainder(longitude, 360)))
        fix.horizontalAccuracy = error
        fix.speed = speed
        fix.course = course
        return fix
    }
}

extension Sampler {
    /// All decisions about `fixes`, in the order in which they were made.
    mutating func decisions(on fixes: [Fix], finishing: Bool = true) -> [Decision] {
        var decisions: [Decision] = []
        for fix in fixes { consider(fix) { decisions.append($0) } }
        if finishing { finish { decisions.append($0) } }
        return decisions
    }
}

extension SamplingRules {
    /// Every rule off but the gates that are always on.
    static var nothing: SamplingRules {
        var rules = SamplingRules()
        (rules.interval, rules.heartbeat, rules.maxAccuracy, rules.maxSpeed) = (nil, nil, nil, nil)
        rules.parked = false
        return rules
    }
}
