import Positioning

/// Keeps a conversation with gpsd going: connects, asks for reports, reads them, and begins anew, after a wait, when
/// the connection ends or nothing is heard any more.
final class GPSDSession {
    /// What a session hands on.
    enum Event {
        /// gpsd answered; its release.
        case connected(version: String)
        case disconnected(ReceiverError)
        case report(Report)
        case unreadable(UnreadableLine)
    }

    private enum State {
        case waiting(until: BootTime)
        case connecting
        /// Connected, but not a word from gpsd yet.
        case asking
        case talking
        case stopped
    }

    /// Milliseconds without a word after which a connection counts as dead that has brought no position yet. There gpsd
    /// has no receiver that talks, and says nothing itself; when one begins to, that is heard at once. If gpsd is gone,
    /// keep-alive tells.
    static let quiet: Int64 = 300_000

    private let settings: ReceiverSettings
    private var random: any RandomNumberGenerator
    private var state = State.waiting(until: BootTime(milliseconds: 0))
    private var connection: GPSDConnection?
    private var lastMessage = BootTime(milliseconds: 0)
    private var hasPosition = false
    private var backoff = Backoff()
    private let buffer = LineBuffer()
    private let parser = ReportParser()

    /// A session that begins with the first `serve`.
    init(settings: ReceiverSettings, random: any RandomNumberGenerator) {
        self.settings = settings
        self.random = random
    }

    /// The socket to poll; nil while there is none.
    var descriptor: Int32? { connection?.descriptor }

    /// True while poll(2) is to wait for room to write.
    var wantsWrite: Bool { connection?.wantsWrite ?? false }

    /// When `serve` is to be called though the socket is not ready; nil once stopped.
    var deadline: BootTime? {
        switch state {
        case .waiting(let until): until
        case .connecting: connection?.deadline
        case .asking, .talking: lastMessage.advanced(by: silence)
        case .stopped: nil
        }
    }

    /// Milliseconds without a word from gpsd that are too many.
    private var silence: Int64 {
        if case .talking = state, !hasPosition { return max(settings.silence, Self.quiet) }
        return settings.silence
    }

    /// gpsd's path of a device that a report names by index.
    func path(ofDevice device: Int) -> String {
        parser.devices.names.indices.contains(device) ? parser.devices.names[device] : ""
    }

    /// Does what can be done now: one read at most.
    func serve(readable: Bool, writable: Bool, now: BootTime, handle: (Event) -> Void) {
        do throws(ReceiverError) {
            try converse(readable: readable, writable: writable, now: now, handle)
        } catch {
            hangUp()
            state = .waiting(until: now.advanced(by: backoff.next(using: &random)))
            handle(.disconnected(error))
        }
    }

    /// Ends the session for good.
    func stop() {
        hangUp()
        state = .stopped
    }

    private func converse(
        readable: Bool, writable: Bool, now: BootTime, _ handle: (Event) -> Void
    ) throws(ReceiverError) {
        if case .waiting(let until) = state {
            guard now >= until else { return }
            connection = GPSDConnection(host: settings.host, port: settings.port, now: now)
            state = .connecting
        }
        guard let connection else { return }
        try connection.advance(writable: writable, now: now)
        if case .connecting = state, connection.isOpen {
            state = .asking
            (lastMessage, hasPosition) = (now, false)
            try connection.send(watchCommand(device: settings.device))
        }
        if readable, try connection.receive(into: buffer) { readLines(now: now, handle) }
        try notice(silenceOf: connection, now: now)
    }

    private func readLines(now: BootTime, _ handle: (Event) -> Void) {
        while let line = buffer.next() {
            switch line {
            case .oversize:
                handle(.unreadable(.oversize))
            case .text(let text):
                take(parser.parse(text), now: now, handle)
            }
        }
    }

    private func take(_ report: Report, now: BootTime, _ handle: (Event) -> Void) {
        if report == .malformed { return handle(.unreadable(.malformed)) }
        lastMessage = now
        if case .asking = state {
            state = .talking
            if case .version(let release) = report {
                handle(.connected(version: release))
            } else {
                handle(.connected(version: ""))
            }
        }
        // A greeting comes from a gpsd without a receiver too; only a receiver that talks ends the back-off.
        if case .position = report {
            backoff.reset()
            hasPosition = true
        }
        handle(.report(report))
    }

    private func notice(silenceOf connection: GPSDConnection, now: BootTime) throws(ReceiverError) {
        guard now.since(lastMessage) >= silence else { return }
        switch state {
        case .asking: throw .noGreeting(gpsd: connection.name)
        case .talking: throw .silent(gpsd: connection.name, milliseconds: silence)
        case .waiting, .connecting, .stopped: return
        }
    }

    private func hangUp() {
        connection?.close()
        connection = nil
        buffer.clear()
    }
}

/// The request that starts gpsd's reports (gpsd_json(5), WATCH), of all devices or of one.
func watchCommand(device: String?) -> String {
    guard let device else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
    return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(jsonEscaped(device))\"};\n"
}

/// `text` as it stands between the quotes of a JSON string.
private func jsonEscaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
        switch character {
        case "\"", "\\":
            escaped += "\\\(character)"
        case _ where character.value < 0x20:
            let digits = String(character.value, radix: 16)
            escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default:
            escaped.unicodeScalars.append(character)
        }
    }
    return escaped
}
