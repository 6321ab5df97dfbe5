import Outbox
import Positioning

/// Handing over what the tracker said, and storing it.
extension DeliveryEngine {
    /// Hands over what the last answer settled.
    func handOver(now: BootTime) {
        guard !settlement.isEmpty else { return }
        storage.settle(settlement)
        saving.took(settlement, now: now)
        settlement = Settlement()
    }

    /// Stores what is due to be stored; false if that failed, and then nothing new is sent.
    func store(now: BootTime) -> Bool {
        let hasOthers = inHand.countUnderWay > 0
        guard let due = saving.due(inFlight: settings.inFlight, hasOthersUnderWay: hasOthers, now: now)
        else { return true }
        if due <= now {
            if let notice = saving.store(in: storage, now: now) { say(notice) }
            if let failure = saving.failure { wake(at: failure.retryAt) }
        } else {
            wake(at: due)
        }
        return saving.failure == nil
    }
}
