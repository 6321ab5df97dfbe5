import Positioning

/// Joins the reports of one device that have the same time into one epoch.
///
/// gpsd sends one to three TPV for an epoch, depending on its version and the receiver. An epoch ends with the first
/// report of another time, `settle` after its last report, or `longest` after its first one, should the receiver's time
/// stand still; or with its last report, once it is known how many there are (`EpochRhythm`). A report without a time
/// belongs to the instant of its neighbours and adds nothing to an epoch that has one.
struct EpochAssembler {
    /// Milliseconds after the last report of an epoch until it ends.
    static let settle: Int64 = 200
    /// Milliseconds after the first report of an epoch until it ends in any case.
    static let longest: Int64 = 1000
    /// Milliseconds that satellites and hdop stay good: receivers tell them every few seconds.
    static let skyLifetime: Int64 = 10_000

    private struct Device {
        var epoch: Epoch?
        var end = BootTime(milliseconds: 0)
        /// Reports of the open epoch that bear its time.
        var reports = 0
        var rhythm = EpochRhythm()
        /// The epoch that its last report ended: should there be one more after all, it is not another epoch.
        var complete: (time: UTCTime, until: BootTime)?
        var hdop: Double?
        var hdopTime = BootTime(milliseconds: 0)
        var satellites: Int?
        var satellitesTime = BootTime(milliseconds: 0)
    }

    private var devices: [Device] = []

    /// When `settled` is to be called next.
    var deadline: BootTime? {
        var earliest: BootTime?
        for device in devices where device.epoch != nil {
            earliest = earliest.map { min($0, device.end) } ?? device.end
        }
        return earliest
    }

    /// Takes in a TPV; returns the epoch that it ended.
    mutating func add(_ report: PositionReport, now: BootTime) -> Epoch? {
        prepare(report.device)
        guard var open = devices[report.device].epoch else {
            if !isLate(report, now: now) { begin(report, now: now) }
            return nil
        }
        if report.time == open.report.time {
            open.merge(report)
            devices[report.device].epoch = open
            // Reports without a time cannot be told apart: theirs is not prolonged.
            if report.time != nil { prolong(report.device, now: now) }
            return nil
        }
        if report.time == nil { return nil }
        if open.report.time != nil { devices[report.device].rhythm.ended(after: devices[report.device].reports) }
        let ended = open.report.time == nil ? nil : close(report.device)
        begin(report, now: now)
        return ended
    }

    /// Takes in a SKY.
    mutating func add(_ sky: SkyReport, now: BootTime) {
        prepare(sky.device)
        if let hdop = sky.hdop { (devices[sky.device].hdop, devices[sky.device].hdopTime) = (hdop, now) }
        if let satellites = sky.satellites {
            (devices[sky.device].satellites, devices[sky.device].satellitesTime) = (satellites, now)
        }
    }

    /// An epoch whose time to end has come; to be called until it returns nil.
    mutating func settled(now: BootTime) -> Epoch? {
        for device in devices.indices where devices[device].epoch != nil && devices[device].end <= now {
            noteEnd(device, now: now)
            return close(device)
        }
        return nil
    }

    /// An epoch that is still open; to be called until it returns nil, when no more reports are to be expected.
    mutating func finish() -> Epoch? {
        for device in devices.indices where devices[device].epoch != nil {
            return close(device)
        }
        return nil
    }

    private mutating func prepare(_ device: Int) {
        while devices.count <= device { devices.append(Device()) }
    }

    private mutating func begin(_ report: PositionReport, now: BootTime) {
        devices[report.device].epoch = Epoch(report: report, received: now)
        devices[report.device].reports = 0
        devices[report.device].end = now.advanced(by: Self.settle)
        if report.time != nil { prolong(report.device, now: now) }
    }

    /// Counts a report with the time of the open epoch: it is the last one, or another may follow.
    private mutating func prolong(_ device: Int, now: BootTime) {
        guard let begun = devices[device].epoch?.received else { return }
        devices[device].reports += 1
        let isLast = devices[device].rhythm.length == devices[device].reports
        devices[device].end = isLast ? now : min(now.advanced(by: Self.settle), begun.advanced(by: Self.longest))
    }

    /// True for one more report of an epoch that was taken for complete. What it says is lost.
    private mutating func isLate(_ report: PositionReport, now: BootTime) -> Bool {
        guard let complete = devices[report.device].complete, report.time == complete.time, now < complete.until else {
            return false
        }
        devices[report.device].rhythm.wasWrong()
        return true
    }

    /// Learns from an epoch that ends without the report of another time.
    private mutating func noteEnd(_ device: Int, now: BootTime) {
        guard let time = devices[device].epoch?.report.time else { return }
        if devices[device].rhythm.length == devices[device].reports {
            devices[device].complete = (time, now.advanced(by: Self.settle))
        } else {
            devices[device].rhythm.ended(after: devices[device].reports)
        }
    }

    private mutating func close(_ device: Int) -> Epoch? {
        guard var epoch = devices[device].epoch else { return nil }
        devices[device].epoch = nil
        let state = devices[device]
        if epoch.received.since(state.hdopTime) <= Self.skyLifetime { epoch.hdop = state.hdop }
        if epoch.received.since(state.satellitesTime) <= Self.skyLifetime { epoch.satellites = state.satellites }
        return epoch
    }
}
