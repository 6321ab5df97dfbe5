import Delivery
import Outbox
import Positioning
import Runtime

/// What the log says of a notice, and how loud. No places: positions have no business in a log.
struct NoticeText {
    let level: LogLevel
    let text: String

    init(_ notice: DeliveryNotice) {
        switch notice {
        case .held(_, let sentence):
            self.init(.error, "delivery is held, positions are kept: \(sentence)")
        case .holdEnded(let reason):
            self.init(.notice, "delivery goes on; what held it (\(reason.rawValue)) is mended")
        case .backedOff(let sentence, let delay):
            self.init(.warning, "\(sentence) The next attempt comes in \(Self.seconds(delay)) s.")
        case .recovered(let failures):
            self.init(.notice, "delivery works again after \(failures) failed attempt\(failures == 1 ? "" : "s")")
        case .spread(let delay):
            self.init(.info, "the backlog of an outage goes out in \(Self.seconds(delay)) s (delivery.spread)")
        case .deadLettered(let fix, let code, let message):
            self.init(.warning, "the tracker refused \(Self.name(fix)) for good: \(Self.reason(code, message))")
        case .staysDead(let fix, let code, let message):
            self.init(
                .warning,
                "the tracker refuses \(Self.name(fix)) again, it stays a dead letter: " + Self.reason(code, message))
        case .setAside(let fix, let code, let message):
            self.init(
                .warning,
                "the tracker refuses \(Self.name(fix)) for now, it is tried again later: "
                    + Self.reason(code, message))
        case .storage(let sentence):
            self.init(.error, sentence)
        case .unsaved(let sentence):
            self.init(
                .error,
                "\(sentence) What the tracker said is kept in RAM, and nothing more is sent until it is stored.")
        case .saved:
            self.init(.notice, "what the tracker said is stored; delivery goes on")
        }
    }

    private init(_ level: LogLevel, _ text: String) {
        self.level = level
        self.text = text
    }

    private static func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1000 }

    private static func name(_ fix: StoredFix) -> String {
        "the position of \(fix.deviceID) at \(fix.fix.sampleTime.iso8601)"
    }

    private static func reason(_ code: String, _ message: String) -> String {
        message.isEmpty ? code : "\(code): \(message)"
    }
}
