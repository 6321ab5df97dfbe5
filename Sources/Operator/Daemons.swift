import Configuration
import Runtime

/// The two daemons, as far as their control sockets go.
enum Daemons {
    case agent
    case uploader

    var program: String { self == .agent ? "waypost-agent" : "waypost-uploader" }

    func client(_ settings: RuntimeSection) -> ControlClient {
        ControlClient(program: program, path: self == .agent ? settings.agentSocket : settings.uploaderSocket)
    }
}
