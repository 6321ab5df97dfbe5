import Positioning
import Receiver

/// What is known of the receiver right now: for `status` and `state.json`, and never as the last place again.
struct Sky: Equatable {
    /// How gpsd and its receiver are.
    enum Link: Equatable {
        /// Not connected yet.
        case starting
        /// gpsd does not answer; why not.
        case noGPSD(ReceiverError)
        /// Connected; the receiver has said nothing yet.
        case connected
        /// The receiver fell silent, or was taken away.
        case silent
        /// The receiver talks.
        case talking
    }

    /// The link to the receiver.
    private(set) var link = Link.starting
    /// The release of the gpsd that answered last.
    private(set) var gpsd: String?
    /// The newest fix that has a position, while it is one.
    private(set) var fix: Fix?
    /// The receiver's last epoch had no position.
    private(set) var isBlind = false

    /// Takes note of what the Receiver reports.
    mutating func take(_ event: ReceiverEvent, now: BootTime) {
        switch event {
        case .connected(let version):
            link = .connected
            gpsd = version
        case .disconnected(let error):
            link = .noGPSD(error)
            fix = nil
        case .fix(let fix):
            link = .talking
            isBlind = fix.coordinate == nil
            self.fix = isBlind ? nil : fix
        case .dropped(let reason):
            link = .talking
            isBlind = reason == .noPosition
            if reason == .noPosition || reason == .noTime { fix = nil }
        case .silent, .deviceLost:
            link = .silent
            fix = nil
        case .trust, .reanchored, .clockBehind, .refused, .unreadable:
            break
        }
    }
}
