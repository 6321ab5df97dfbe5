import JSON
import Runtime

/// A daemon as it shows itself: whether it is there, and its `state.json`.
struct LiveState {
    var presence: Presence
    /// Nil if the daemon is not there, or its file cannot be read.
    var state: JSONValue?
    /// Why there is no state although there should be one.
    var problem: String?

    init(_ daemon: Daemons, client: ControlClient, stateFile: String) {
        presence = client.presence()
        guard presence != .stopped else { return }
        do {
            state = try JSONReader().read(Array(try TextFile.read(stateFile).utf8))
        } catch let error as RuntimeError {
            problem = "\(error)"
        } catch {
            problem = "\(stateFile) cannot be understood: \(error)"
        }
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
