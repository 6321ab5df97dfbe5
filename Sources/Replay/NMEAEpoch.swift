import Positioning

/// What the sentences of one time of day say.
struct NMEAEpoch {
    /// Milliseconds since midnight, UTC.
    let timeOfDay: Int64
    /// Midnight of the day; nil until a sentence has told a date.
    var date: UTCTime?
    var coordinate: Coordinate?
    /// What GSA says; nil without one.
    var mode: FixMode?
    var hdop: Double?
    var speed: Double?
    var course: Double?
    var altitude: Double?
    var satellites: Int?
    /// True once a sentence said that there is no fix.
    var isVoid = false

    init(timeOfDay: Int64) {
        self.timeOfDay = timeOfDay
    }

    /// When it was; nil without a date.
    var time: UTCTime? { date?.advanced(by: timeOfDay) }

    /// The fix that it is.
    func fix(at time: UTCTime) -> Fix {
        let position = isVoid ? nil : coordinate
        let implied: FixMode = position == nil ? .none : altitude == nil ? .twoD : .threeD
        var fix = Fix(
            sampleTime: time, received: BootTime(milliseconds: 0), mode: position == nil ? .none : mode ?? implied,
            coordinate: position)
        fix.hdop = hdop
        fix.speed = speed
        fix.course = course
        fix.altitude = altitude
        fix.satellites = satellites
        return fix
    }
}
