import Configuration
import Delivery
import JSON
import Runtime

/// A daemon as it shows itself: whether it is there, and what it says of itself.
struct LiveState {
    var presence: Presence
    /// Nil if the daemon is not there, or could not be asked.
    var state: JSONValue?
    /// What a daemon that is not there said last; nil after a reboot.
    private(set) var lastWords: JSONValue?
    /// It listens, and did not answer in time.
    private(set) var isSilent = false
    /// What is wrong, as a sentence.
    var problem: String?

    /// Asks the daemon; one that does not answer within `milliseconds` has its last `state.json` for it.
    init(_ client: ControlClient, stateFile: String, under initSystem: InitSystem, within milliseconds: Int) {
        do throws(RuntimeError) {
            let answer = try client.ask("status", within: milliseconds)
            presence = .running
            state = try? JSONReader().read(Array(answer.utf8))
        } catch {
            problem = error.description(under: initSystem)
            switch error {
            case .notRunning:
                presence = .stopped
                lastWords = Self.read(stateFile)
                return
            case .noAnswer: (presence, isSilent) = (.running, true)
            default: presence = .unknown
            }
        }
        state = state ?? Self.read(stateFile)
        problem = problem ?? state?["problem"]?.string
    }

    private static func read(_ file: String) -> JSONValue? {
        (try? TextFile.read(file)).flatMap { try? JSONReader().read(Array($0.utf8)) }
    }

    /// Says of a `program` that is not there what keeps it from starting: that is to be mended first.
    mutating func explain(_ program: String, _ faults: [SettingFault]) {
        guard presence == .stopped, let first = faults.first else { return }
        let keys = faults.compactMap(\.key)
        let what = keys.isEmpty ? first.description : keys.joined(separator: ", ")
        let remedy = keys.isEmpty ? first.advice : nil
        problem =
            "\(program) is not running, and its settings keep it from starting (\(what)): "
            + (remedy ?? "waypost check says what to write, and where")
    }

    /// What it says under `name`, or said last.
    func lastKnown(_ name: String) -> JSONValue? {
        (state ?? lastWords)?[name]
    }

    /// True if it has nothing to complain of.
    var isContent: Bool { problem == nil && (state?["last_error"] ?? .null) == .null }

    /// Why the uploader's delivery is held; nil if it is not.
    var hold: HoldReason? { state?["hold"]?.string.flatMap(HoldReason.init) }

    /// True of an uploader that runs and whose positions the tracker takes.
    var delivers: Bool {
        presence == .running && !isSilent && hold == nil && (state?["last_success"] ?? .null) != .null
    }

    /// The word for what it does, with the reason of a hold, and when it goes on by itself.
    var activity: String {
        guard !isSilent else { return word }
        var text = word
        if let hold { text += " (\(hold.rawValue))" }
        guard let state, let wait = state["next_in_ms"]?.integer,
            hold != nil || word == DeliveryStatus.State.backOff.rawValue || word == DeliveryStatus.State.spread.rawValue
        else { return text }
        return text + ", goes on in \(SpanText.of(milliseconds: wait))"
    }

    /// One word for what it does.
    var word: String {
        switch presence {
        case .stopped: "stopped"
        case .running: isSilent ? "hung" : state?["state"]?.string ?? "running"
        case .unknown: state?["state"]?.string ?? "unknown"
        }
    }
}
