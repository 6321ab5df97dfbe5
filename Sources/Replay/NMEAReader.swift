import Positioning
import Receiver

/// Reads the sentences RMC, GGA, GNS and GSA; those of one time of day are one epoch.
enum NMEAReader {
    static func read(_ file: RecordingFile, now: UTCTime?, progress: (Double) -> Void) -> Recording {
        var recording = Recording(format: .nmea)
        var assembler = NMEAAssembler()
        func note(_ epoch: NMEAEpoch) {
            guard let time = epoch.time else {
                let reason = EpochDrop.withoutTime(hasPosition: epoch.coordinate != nil)
                recording.unusable[reason.rawValue, default: 0] += 1
                return
            }
            recording.append(epoch.fix(at: now.map { WeekRollover.repaired(time, near: $0) } ?? time))
        }
        file.forEachLine(progress: progress) { line, _ in
            guard line.first == UInt8(ascii: "$") else { return }
            if let sentence = NMEASentence(line) {
                if let ended = assembler.add(sentence) { note(ended) }
            } else if !isProprietary(line) {
                recording.damagedLines += 1
            }
        }
        if let last = assembler.finish() { note(last) }
        return recording
    }

    /// True if the line begins as a sentence does: five letters or digits after `$` or `!`, then a comma. (AIS and
    /// proprietary sentences count: a recording may begin with them.)
    static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        let address = line.dropFirst().prefix { $0 != UInt8(ascii: ",") }
        return (5...8).contains(address.count) && line.count > address.count + 1
            && address.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// `$P...` is of the maker's own form.
    private static func isProprietary(_ line: ArraySlice<UInt8>) -> Bool {
        line.dropFirst().first == UInt8(ascii: "P")
    }
}
