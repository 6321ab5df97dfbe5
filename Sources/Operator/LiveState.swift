import JSON
import Runtime

/// A daemon as it shows itself: whether it is there, and what it says of itself.
struct LiveState {
    /// Milliseconds to wait for its answer.
    static let patience = 1000

    var presence: Presence
    /// Nil if the daemon is not there, or could not be asked.
    var state: JSONValue?
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
            return
        } catch {
            if case .noAnswer = error { presence = .running } else { presence = .unknown }
            problem = error.description
        }
        if state == nil, let text = try? TextFile.read(stateFile) {
            state = try? JSONReader().read(Array(text.utf8))
        }
        problem = problem ?? state?["problem"]?.string
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
