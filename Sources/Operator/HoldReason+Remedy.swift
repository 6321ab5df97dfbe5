import Delivery
import Runtime

extension HoldReason {
    /// What mends it, and what then has the uploader notice, in the words of the machine.
    ///
    /// What lies with the service or the clock is tried again. Settings are read at a start, and the files that they name
    /// are handed over then: a flush would send with the old ones.
    func remedy(under initSystem: InitSystem) -> String {
        let next =
            switch self {
            case .permission, .account, .clock: "waypost flush"
            case .credentials, .tracker, .trust, .impostor, .request: initSystem.restart(["waypost-uploader"])
            // The agent gives each fix its device.
            case .refusedAlike: initSystem.restart(["waypost-agent", "waypost-uploader"])
            }
        return "\(advice) Then: \(next)"
    }
}
