import Positioning

/// Turns gpsd JSON lines that were recorded earlier into fixes, through the parser and the assembler of a live session.
///
/// A recording has no clock but its own: an epoch ends with the first report of another time, `Fix.received` counts
/// from the first fix, and nothing is older than that. Its times are taken as they are, unless `now` tells of when the
/// recording is, so that a wrong 1024-week epoch can be repaired.
public final class RecordedReports {
    private let device: String?
    private let now: UTCTime?
    private let parser = ReportParser()
    private var assembler = EpochAssembler()
    /// The time of the first fix.
    private var start: UTCTime?
    /// The time of the last report that had one.
    private var latest: UTCTime?

    /// A reader for one recording; with `device`, of this one of gpsd's devices only.
    public init(device: String? = nil, now: UTCTime? = nil) {
        self.device = device
        self.now = now
    }

    /// Takes in the next line, without its newline. Reports `fix`, `dropped` and `unreadable`, nothing else; NMEA and
    /// comments between the reports are passed over.
    public func read(_ line: some Collection<UInt8>, report: (ReceiverEvent) -> Void) {
        guard line.first == UInt8(ascii: "{") else { return }
        guard line.count <= LineBuffer.capacity else { return report(.unreadable(.oversize)) }
        let content = line.withContiguousStorageIfAvailable { parser.parse(UnsafeRawBufferPointer($0)) }
        take(content ?? Array(line).withUnsafeBytes { parser.parse($0) }, report)
    }

    /// Judges what is still open: the recording has ended.
    public func finish(report: (ReceiverEvent) -> Void) {
        while let epoch = assembler.finish() { judge(epoch, report) }
    }

    private func take(_ content: Report, _ report: (ReceiverEvent) -> Void) {
        switch content {
        case .position(let position):
            guard counts(position.device) else { return }
            latest = position.time.map(repaired) ?? latest
            if let epoch = assembler.add(position, now: elapsed) { judge(epoch, report) }
        case .sky(let sky):
            assembler.add(sky, now: elapsed)
        case .malformed:
            report(.unreadable(.malformed))
        case .version, .deviceLost, .refused, .irrelevant:
            break
        }
    }

    private func counts(_ index: Int) -> Bool {
        device.map { $0 == parser.devices.names[index] } ?? true
    }

    private func repaired(_ claim: UTCTime) -> UTCTime {
        now.map { WeekRollover.repaired(claim, near: $0) } ?? claim
    }

    /// The recording's clock.
    private var elapsed: BootTime {
        BootTime(milliseconds: start.flatMap { start in latest?.since(start) } ?? 0)
    }

    private func judge(_ epoch: Epoch, _ report: (ReceiverEvent) -> Void) {
        guard let claim = epoch.report.time else {
            return report(.dropped(.withoutTime(hasPosition: epoch.report.coordinate != nil)))
        }
        let time = repaired(claim)
        if start == nil, epoch.report.coordinate != nil { start = time }
        if let start, time < start { return report(.dropped(.backwards)) }
        var fix = epoch.fix(at: time)
        fix.received = BootTime(milliseconds: start.map { time.since($0) } ?? 0)
        report(.fix(fix))
    }
}
