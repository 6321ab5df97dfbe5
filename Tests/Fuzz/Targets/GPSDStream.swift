import Positioning
import Sampling

@testable import Receiver

/// Bytes of gpsd on their way to a kept fix: lines, reports, epochs, times, the sampling rules.
///
/// The first byte says in pieces of what size they arrive; 0xFF and another byte stand for 8192 of that byte, so that
/// a short input makes a long line.
enum GPSDStream {
    private static let start = UTCTime(seconds: 1_798_761_600)  // 2027-01-01
    private static let mostBytes = 1 << 16

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let first = input.first else { return }
        let bytes = expanded(input.dropFirst())
        let lines = split(bytes, inPiecesOf: Int(first) + 1)
        try demand(lines == split(bytes, inPiecesOf: LineBuffer.capacity + 1), "pieces change the lines")
        try demand(lines == plainLines(of: bytes), "the lines are not those between newlines")
        try checkReports(lines.compactMap { $0 })
    }

    private static func expanded(_ input: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = input
        while let byte = rest.popFirst(), bytes.count < mostBytes {
            if byte == 0xFF, let repeated = rest.popFirst() {
                bytes += repeatElement(repeated, count: 8192)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    // MARK: Lines; nil stands for one that is too long

    private static func split(_ bytes: [UInt8], inPiecesOf size: Int) -> [[UInt8]?] {
        let buffer = LineBuffer()
        var lines: [[UInt8]?] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = buffer.receive { room in
                let piece = rest.prefix(min(size, room.count))
                room.copyBytes(from: piece)
                return piece.count
            }
            // Without room it would wait for ever for a byte that has no place.
            precondition(count > 0, "the line buffer has no room")
            rest = rest.dropFirst(count)
            while let line = buffer.next() {
                switch line {
                case .text(let text): lines.append(Array(text))
                case .oversize: lines.append(nil)
                }
            }
        }
        return lines
    }

    private static func plainLines(of bytes: [UInt8]) -> [[UInt8]?] {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return parts.enumerated().compactMap { index, part -> [UInt8]?? in
            if part.count > LineBuffer.capacity { return .some(nil) }
            if index == parts.count - 1 { return nil }
            return .some(Array(part.last == UInt8(ascii: "\r") ? part.dropLast() : part))
        }
    }

    // MARK: Reports, epochs, fixes

    private static func checkReports(_ lines: [[UInt8]]) throws(Violation) {
        let parser = ReportParser()
        var assembler = EpochAssembler()
        var epochs: [Epoch] = []
        for (index, line) in lines.enumerated() {
            let now = BootTime(milliseconds: Int64(index) * 70)
            let report = line.withUnsafeBytes { parser.parse($0) }
            try checkIndependence(of: report, line, parser.devices.names)
            switch report {
            case .position(let position):
                try check(position)
                if let epoch = assembler.add(position, now: now) { epochs.append(epoch) }
            case .sky(let sky):
                try demand(sky.hdop?.isFinite ?? true, "an hdop that is not finite")
                try demand((0...1000).contains(sky.satellites ?? 0), "\(sky.satellites ?? 0) satellites")
                assembler.add(sky, now: now)
            case .version, .deviceLost, .refused, .irrelevant, .malformed: break
            }
            while let epoch = assembler.settled(now: now) { epochs.append(epoch) }
        }
        while let epoch = assembler.finish() { epochs.append(epoch) }
        try demand(parser.devices.names.count <= DevicePaths.maximum, "\(parser.devices.names.count) devices")
        try checkFixes(judged(epochs))
    }

    /// What a line says does not depend on the lines before it.
    private static func checkIndependence(
        of report: Report, _ line: [UInt8], _ devices: [String]
    ) throws(Violation) {
        let alone = ReportParser()
        let same = line.withUnsafeBytes { alone.parse($0) }
        try demand(anonymous(report) == anonymous(same), "an earlier line changes a report: \(report), \(same)")
        guard let index = device(of: report) else { return }
        try demand(devices.indices.contains(index), "device \(index) of \(devices.count)")
        guard index < DevicePaths.maximum - 1 else { return }
        try demand(devices[index] == alone.devices.names.first, "\(devices[index]) is not the device of the report")
    }

    private static func anonymous(_ report: Report) -> Report {
        switch report {
        case .position(var position):
            position.device = 0
            return .position(position)
        case .sky(var sky):
            sky.device = 0
            return .sky(sky)
        default: return report
        }
    }

    private static func device(of report: Report) -> Int? {
        switch report {
        case .position(let position): position.device
        case .sky(let sky): sky.device
        default: nil
        }
    }

    private static func check(_ report: PositionReport) throws(Violation) {
        let numbers = [
            report.coordinate?.latitude, report.coordinate?.longitude, report.horizontalAccuracy, report.altitude,
            report.speed, report.course, report.climb,
        ]
        try demand(numbers.allSatisfy { $0?.isFinite ?? true }, "a number is not finite: \(report)")
        try demand(report.coordinate == nil || report.mode >= .twoD, "a position without a fix: \(report)")
        try demand((0..<360).contains(report.course ?? 0), "a course of \(report.course ?? 0)")
        let years = UTCTime(milliseconds: 0)...UTCTime(seconds: 253_402_300_800)
        try demand(report.time.map(years.contains) ?? true, "a time outside of 1970 to 9999")
    }

    /// The fixes of the epochs; each epoch becomes one or is dropped.
    private static func judged(_ epochs: [Epoch]) throws(Violation) -> [Fix] {
        var judge = TimeJudge(buildDate: start, anchor: nil, capacity: 50)
        var fixes: [Fix] = []
        var dropped = 0
        func note(_ event: ReceiverEvent) {
            switch event {
            case .fix(let fix): fixes.append(fix)
            case .dropped: dropped += 1
            default: break
            }
        }
        for epoch in epochs { judge.judge(epoch, systemClock: { nil }, report: note) }
        try demand(judge.held <= 50, "\(judge.held) epochs wait for the time")
        judge.finish(report: note)
        try demand(fixes.count + dropped == epochs.count, "\(epochs.count) epochs, \(fixes.count) + \(dropped) ended")
        try demand(fixes.allSatisfy { $0.sampleTime >= start }, "a fix before the build date")
        return fixes
    }

    private static func checkFixes(_ fixes: [Fix]) throws(Violation) {
        var sampler = Sampler(rules: SamplingRules(), lastKept: nil)
        var decisions: [Decision] = []
        for fix in fixes { sampler.consider(fix) { decisions.append($0) } }
        sampler.finish { decisions.append($0) }
        try demand(decisions.count == fixes.count, "\(fixes.count) fixes, \(decisions.count) decisions")
        var last: Fix?
        for decision in decisions {
            guard case .keep = decision.verdict else { continue }
            let fix = decision.fix
            try demand(fix.coordinate?.isOnEarth ?? false, "kept without a place on Earth: \(fix)")
            try demand(last.map { $0.sampleTime < fix.sampleTime } ?? true, "kept out of order: \(fix)")
            last = fix
        }
    }
}
