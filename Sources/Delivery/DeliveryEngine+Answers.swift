import AmazonLocation
import Outbox
import Positioning

/// What an answer settles, fix by fix.
extension DeliveryEngine {
    /// An attempt ended. An attempt that the engine does not know (any more) changes nothing.
    public func answered(_ number: Int, with result: AttemptResult, now: BootTime) {
        guard let batch = underWay.removeValue(forKey: number) else { return }
        switch result.answer {
        case .success(let errors):
            if let answer = Answer(errors, to: batch.fixes) {
                doubts = 0
                settle(answer, of: batch, now: now)
            } else {
                let sentence = "The answer names a position that was not in the request."
                let failure = CallFailure.notTheService(status: 200, message: sentence)
                failed(batch, with: failure, outcome: .unproven, skew: result.skew, now: now)
            }
        case .failure(let failure):
            let outcome = result.stage == .tracker ? Outcome(failure) : Outcome(credentials: failure)
            failed(batch, with: failure, outcome: outcome, skew: result.skew, now: now)
        }
        settle(now: now)
        _ = store(now: now)
    }

    private func settle(_ answer: Answer, of batch: Batch, now: BootTime) {
        budget.refund(batch.cost)
        lastError = nil
        unsettled.delivered += answer.accepted
        unsettled.repeated += batch.repeated
        var bisection = batch.bisection
        bisection?.answered(delivering: !answer.accepted.isEmpty)
        let sorted = SortedRefusals(answer.refused, tries: batch.tries)
        let isProven = !answer.accepted.isEmpty || bisection?.hasAccepted ?? false
        let held = judge(sorted.condemned, of: batch, isProven: isProven) ?? sorted.hold
        if !answer.accepted.isEmpty { accepted() }
        if let bisection { proceed(bisection, after: batch, now: now) }
        if let held {
            putAside(sorted.again, of: batch, now: now)
            hold(held.0, held.1, now: now)
        } else if sorted.again.count == batch.fixes.count {
            retryAll(sorted, of: batch, now: now)
        } else {
            putAside(sorted.again, of: batch, now: now)
            openGate(now: now)
        }
        if let error = sorted.passing { lastError = "The service answered \(error.sentence) for a position." }
        if sorted.areThrottled { pacer.throttled(now: now) }
    }

    /// Condemns fixes that are refused by name, unless they are all and nothing vouches for the configuration: then
    /// they become suspects, and the reason to hold delivery is returned.
    private func judge(_ refused: [Answer.Refusal], of batch: Batch, isProven: Bool) -> (HoldReason, String)? {
        guard let last = refused.last else { return nil }
        let isProbe = gate.hold == .refusedAlike
        let isAlone = batch.fixes.count == 1 && unvouched < Self.unvouchedLimit && !isProbe
        guard isProven || refused.count < batch.fixes.count || isAlone else {
            if !isProbe || batch.wasSuspect { suspects += refused.map(\.fix) }
            return (.refusedAlike, "The service refuses every position alike: \(last.error.sentence).")
        }
        unvouched = isProven ? 0 : unvouched + 1
        for refusal in refused {
            condemn(refusal.fix, code: refusal.error.code, message: refusal.error.message)
        }
        return nil
    }

    /// No fix of the answer got through, and none is refused for good: the same batch after an outer wait. While others
    /// pass, it alone waits.
    private func retryAll(_ sorted: SortedRefusals, of batch: Batch, now: BootTime) {
        guard !failsAlone(batch) else { return putAside(sorted.again, of: batch, now: now) }
        var batch = batch
        batch.tries += 1
        (batch.bisection, batch.repeated) = (nil, 0)
        goAgain(batch, isBlamed: true, now: now)
        let sentence = sorted.passing.map { "The service answered \($0.sentence) for every position." } ?? ""
        backOff(because: sentence, hint: nil, now: now)
    }

    private func putAside(_ fixes: [StoredFix], of batch: Batch, now: BootTime) {
        guard !fixes.isEmpty else { return }
        let wait = BackOff(
            failures: batch.tries + 1, longest: settings.maxBackOff, hint: nil, now: now, random: random())
        var named = Batch(fixes)
        named.tries = batch.tries + 1
        putAside(named, wait: wait.delay, now: now)
    }

    /// Has the service's word that the fault is in `batch`, or in a part of it: it goes again, but not before others.
    func putAside(_ batch: Batch, wait: Int64, now: BootTime) {
        var batch = batch
        (batch.failures, batch.failedAt, batch.failedAlone) = (Self.turns, acceptances, true)
        batch.notBefore = now.advanced(by: wait)
        setAside.append(batch)
    }

    func condemn(_ fix: StoredFix, code: String, message: String) {
        unsettled.dead.append(.init(fix: fix, code: code, message: message))
        notices.append(.deadLettered(fix, code: code, message: message))
    }

    /// The service accepted a fix: it works, and it is not the configuration that it refuses.
    private func accepted() {
        pacer.accepted()
        acceptances += 1
        hasEvidence = true
        unvouched = 0
        guard !suspects.isEmpty else { return }
        // Perhaps it was the configuration, and somebody mended it: each suspect gets another chance.
        for start in stride(from: 0, to: suspects.count, by: DeliverySettings.batchSize) {
            let fixes = Array(suspects[start..<min(start + DeliverySettings.batchSize, suspects.count)])
            repeating.append(Batch(fixes, bisection: Bisection(fixes, hasAccepted: true)))
        }
        suspects = []
    }
}
