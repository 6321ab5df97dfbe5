import AmazonLocation
import Outbox
import Positioning

/// Closing and opening the gate, and the random start of a backlog.
extension DeliveryEngine {
    /// Attempts failed: wait outside of requests. Failures of requests that started before the wait count for nothing.
    func backOff(because sentence: String, hint: Int64?, now: BootTime) {
        isFlushing = false
        if let until = gate.until, until > now { return }
        if let reason = gate.hold { return hold(reason, sentence, now: now) }
        let failures = gate.failures + 1
        let wait = BackOff(
            failures: failures, longest: settings.maxBackOff, hint: hint, now: now, random: random())
        gate.close(wait, now: now)
        evidence.gateClosed()
        lanes.newestFirst(notBefore: nil)
        saving.keep(StoredBackOff(bootID: bootID, until: wait.until, delay: wait.delay, failures: failures))
        say(.backedOff(sentence, delay: wait.delay))
    }

    /// Somebody has to mend something first. Says so when the reason is a new one. Answers to requests that started
    /// before the hold do not slow its probes further.
    func hold(_ reason: HoldReason, _ sentence: String, now: BootTime) {
        isFlushing = false
        lastError = sentence
        if gate.hold == reason, let until = gate.until, until > now { return }
        if gate.hold != reason { say(.held(reason, sentence + " " + reason.advice)) }
        gate.close(reason, longest: settings.maxBackOff, now: now, random: random())
        evidence.gateClosed()
        lanes.newestFirst(notBefore: nil)
    }

    /// The service does its work: whatever closed the gate is over.
    func openGate(now: BootTime) {
        let (hold, failures) = (gate.hold, gate.failures)
        guard gate.until != nil else { return }
        let length = gate.open(now: now)
        lastError = nil
        if let hold { say(.holdEnded(hold)) }
        if failures > 0 { say(.recovered(failures: failures)) }
        saving.keep(nil)
        inHand.recover(now: now)
        mustAssess = mustAssess || length >= Self.outage
        doorbell()
    }

    /// After an outage, and at a start, which may follow one: is there a backlog, and when may it go?
    func assess(now: BootTime) {
        guard mustAssess, gate.until == nil, !isFlushing else { return }
        let limit = DeliverySettings.batchSize + 1
        guard let fixes = firstPending(limit, now: now) else { return }
        mustAssess = false
        guard fixes.count == limit else { return }
        let delay = Int64(random() * Double(settings.spread))
        lanes.backlogNotBefore = now.advanced(by: delay)
        if !lanes.hasSentNewest {
            lanes.newestFirst(notBefore: now.advanced(by: Int64(random() * Double(Lanes.liveSpread))))
        }
        saving.keep(StoredBackOff(bootID: bootID, until: now.advanced(by: delay), delay: delay, failures: 0))
        if delay > 0 { say(.spread(delay: delay)) }
    }

    /// Everything is sent but what waits to fill a batch: the next backlog gets a random start of its own.
    func drained() {
        lanes.backlogNotBefore = nil
        if saving.wait?.failures == 0 { saving.keep(nil) }
    }
}
