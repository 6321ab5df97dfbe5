import Delivery
import Outbox
import Positioning

/// A store that cannot be opened at the start is waited for, as the agent waits for its own: to end would only have the
/// process started again and again.
extension UploaderService {
    /// True if the store is open. Tries to open it when that is due.
    func hasStore() -> Bool {
        guard var unopened else { return true }
        let now = clock.bootTime
        guard unopened.retryAt <= now else { return false }
        do throws(OutboxError) {
            let stored = try stores.open()
            if unopened.sentence != nil { log.notice("the uploader's file is open; delivery begins") }
            self.unopened = nil
            goOn(from: stored)
            return true
        } catch {
            let isNew = error.description != unopened.sentence
            if isNew { log.error("\(error) Nothing is sent until the uploader can keep what the tracker says.") }
            unopened.failed(because: error.description, now: now)
            self.unopened = unopened
            return false
        }
    }

    /// Somebody wants everything sent now.
    func flush() {
        unopened?.retryAt = clock.bootTime
        engine.flush(now: clock.bootTime)
    }

    /// What delivery does right now.
    var status: DeliveryStatus {
        var status = engine.status(now: clock.bootTime)
        guard let unopened, stopBy == nil else { return status }
        (status.state, status.until, status.lastError) = (.unsaved, unopened.retryAt, unopened.sentence)
        return status
    }
}
