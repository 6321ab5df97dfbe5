import Delivery
import Outbox
import Positioning

/// A store that cannot be opened at the start is waited for, as the agent waits for its own: to end would only have the
/// process started again and again.
extension UploaderService {
    /// Finds out whether the store is open.
    func waitForStore() {
        unopened = Unopened(sentence: "", wait: Unopened.wait.first, retryAt: clock.bootTime)
        _ = hasStore()
    }

    /// True if the store is open. Tries to open it when that is due.
    func hasStore() -> Bool {
        guard let unopened else { return true }
        let now = clock.bootTime
        guard unopened.retryAt <= now else { return false }
        do throws(OutboxError) {
            try stores.open()
            let stored = try stores.delivery.backOff()
            if !unopened.sentence.isEmpty { log.notice("the uploader's file is open; delivery begins") }
            self.unopened = nil
            goOn(from: stored)
            return true
        } catch {
            let isNew = error.description != unopened.sentence
            if isNew { log.error("\(error) Nothing is sent until the uploader can keep what the tracker says.") }
            let wait = unopened.sentence.isEmpty ? unopened.wait : min(unopened.wait * 2, Unopened.wait.longest)
            self.unopened = Unopened(
                sentence: error.description, wait: wait, retryAt: now.advanced(by: wait))
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
