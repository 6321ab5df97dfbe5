import Positioning
import Receiver

/// Reads gpsd JSON lines through the parser and the epoch assembler of a live session.
enum GPSDReader {
    static func read(_ file: RecordingFile, now: UTCTime?, progress: (Double) -> Void) -> Recording {
        var recording = Recording(format: .gpsd)
        let reports = RecordedReports(now: now)
        file.forEachLine(progress: progress) { line, _ in
            reports.read(line) { note($0, in: &recording) }
        }
        reports.finish { note($0, in: &recording) }
        return recording
    }

    private static func note(_ event: ReceiverEvent, in recording: inout Recording) {
        switch event {
        case .fix(let fix): recording.append(fix)
        case .dropped(let reason): recording.unusable[reason.rawValue, default: 0] += 1
        case .unreadable: recording.damagedLines += 1
        case .connected, .disconnected, .trust, .reanchored, .clockBehind, .silent, .deviceLost, .refused: break
        }
    }
}
