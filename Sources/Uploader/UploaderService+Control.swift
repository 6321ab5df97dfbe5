import Configuration
import Delivery
import Runtime

/// Signals and requests.
extension UploaderService {
    func handle(_ signal: Signal) {
        switch signal {
        case .terminate, .interrupt:
            manager.stopping()
            engine.stop()
            stopBy = clock.bootTime.advanced(by: Self.stopLimit)
        case .hangUp: reload()
        case .user1: flush()
        }
        pump()
    }

    private func reload() {
        manager.reloading()
        unopened?.retryAt = clock.bootTime
        do {
            let fresh = try source.load(UploaderSettings.self)
            let target = try Target(fresh.settings)
            for change in fresh.changes(from: loaded) { log.notice("\(change)") }
            loaded = fresh
            log.level = fresh.settings.runtime.logLevel
            let provider = CredentialChoice.provider(fresh.settings, client: client, clock: signing)
            courier.reconfigure(target, credentials: provider)
            engine.reconfigure(
                DeliverySettings(fresh.settings.delivery, isDraining: isDraining), now: clock.bootTime)
        } catch {
            log.error("the settings were not taken over, the old ones stay in force:\n\(error)")
        }
        manager.ready()
    }

    func answer(_ line: String) -> String? {
        guard let request = ControlRequest(line) else {
            return "error: unknown request; known are status, flush, dead-letters retry|drop [NUMBER]..."
        }
        let answer = ControlAnswer(service: self).answer(request)
        pump()
        return answer
    }
}
