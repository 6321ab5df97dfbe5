import JSON
import Runtime

/// A daemon as it shows itself: whether it is there, and what it says of itself.
struct LiveState {
    /// Milliseconds to wait for its answer.
    static let patience = 1000

    var presence: Presence
    /// Nil if the daemon is not there, or could not be asked.
    var state: JSONValue?
    /// What a daemon that is not there said last; nil after a reboot.
    private(set) var lastWords: JSONValue?
    /// What is wrong, as a sentence.
    var problem: String?

    /// Asks the daemon; one that does not answer in time has its last `state.json` for it.
    init(_ client: ControlClient, stateFile: String) {
        do throws(RuntimeError) {
            let answer = try client.ask("status", within: Self.patience)
            presence = .running
            state = try? JSONReader().read(Array(answer.utf8))
        } catch .notRunning {
            presence = .stopped
            lastWords = Self.read(stateFile)
            return
        } catch {
            if case .noAnswer = error { presence = .running } else { presence = .unknown }
            problem = error.description
        }
        state = state ?? Self.read(stateFile)
        problem = problem ?? state?["problem"]?.string
    }

    private static func read(_ file: String) -> JSONValue? {
        (try? TextFile.read(file)).flatMap { try? JSONReader().read(Array($0.utf8)) }
    }

    /// What it says under `name`, or said last.
    func lastKnown(_ name: String) -> JSONValue? {
        (state ?? lastWords)?[name]
    }

    /// One word for what it does.
    var word: String {
        switch presence {
        case .stopped: "stopped"
        case .running: state?["state"]?.string ?? "running"
        case .unknown: state?["state"]?.string ?? "unknown"
        }
    }
}
