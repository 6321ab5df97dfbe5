import Positioning

/// What the receiver said about one instant, from all reports of it.
struct Epoch: Equatable {
    /// The most complete position of its reports, with speed, course and climb from any of them.
    var report: PositionReport
    /// When the first report with its time arrived.
    var received: BootTime
    var hdop: Double?
    var satellites: Int?

    /// The fix that it is once its time is known.
    func fix(at sampleTime: UTCTime) -> Fix {
        var fix = Fix(
            sampleTime: sampleTime, received: received, mode: report.mode, coordinate: report.coordinate)
        fix.horizontalAccuracy = report.horizontalAccuracy
        fix.hdop = hdop
        fix.speed = report.speed
        fix.course = report.course
        fix.altitude = report.altitude
        fix.climb = report.climb
        fix.satellites = satellites
        return fix
    }

    /// Takes in another report of the same instant.
    mutating func merge(_ other: PositionReport) {
        var best = other.completeness >= report.completeness ? other : report
        best.speed = other.speed ?? report.speed
        best.course = other.course ?? report.course
        best.climb = other.climb ?? report.climb
        report = best
    }
}

extension PositionReport {
    /// Orders reports of one instant: a position first, then its mode, an error estimate, an altitude.
    fileprivate var completeness: Int {
        (coordinate == nil ? 0 : 16) + mode.rawValue * 4 + (horizontalAccuracy == nil ? 0 : 2)
            + (altitude == nil ? 0 : 1)
    }
}
