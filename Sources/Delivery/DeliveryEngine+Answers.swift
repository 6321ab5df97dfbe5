import AmazonLocation
import Outbox
import Positioning

/// What an answer settles, fix by fix.
extension DeliveryEngine {
    /// An attempt ended. An attempt that the engine does not know (any more) changes nothing.
    public func answered(_ number: Int, with result: AttemptResult, now: BootTime) {
        guard let batch = inHand.end(number) else { return }
        switch result.answer {
        case .success(let errors):
            if let answer = Answer(errors, to: batch.fixes) {
                evidence.proved()
                settle(answer, of: batch, now: now)
            } else {
                // The service's own words, but no proof: it fails over something in this batch.
                let sentence = "The answer names a position that was not in the request."
                let failure = CallFailure.notTheService(status: 200, message: sentence)
                failed(batch, with: failure, outcome: .serverFault, skew: result.skew, now: now)
            }
        case .failure(let failure):
            let outcome = result.stage == .tracker ? Outcome(failure) : Outcome(credentials: failure)
            failed(batch, with: failure, outcome: outcome, skew: result.skew, now: now)
        }
        handOver(now: now)
        _ = store(now: now)
    }

    private func settle(_ answer: Answer, of batch: Batch, now: BootTime) {
        budget.refund(batch.cost)
        lastError = nil
        settlement.delivered += answer.accepted
        settlement.repeated += batch.repeated
        var bisection = batch.bisection
        bisection?.answered(delivering: !answer.accepted.isEmpty)
        let sorted = SortedRefusals(answer.refused, tries: batch.tries)
        if !answer.accepted.isEmpty { accepted() }
        let isProven = !answer.accepted.isEmpty || bisection?.hasAccepted ?? false
        let held = judge(sorted.condemned, of: batch, isProven: isProven) ?? holding(sorted, of: batch)
        if let bisection { proceed(bisection, after: batch, now: now) }
        if let held {
            putAside(sorted.again, of: batch, now: now)
            hold(held.0, held.1, now: now)
        } else if sorted.again.count == batch.fixes.count {
            retryAll(sorted, of: batch, now: now)
        } else {
            putAside(sorted.again, of: batch, now: now)
            if answer.accepted.isEmpty { answeredWithoutProof(batch, now: now) } else { openGate(now: now) }
        }
        if let error = sorted.passing { lastError = "The service answered \(error.sentence) for a position." }
        if sorted.areThrottled { pacer.throttled(now: now) }
    }

    /// Condemns fixes that are refused by name, unless they are all and nothing vouches for the configuration: then
    /// they become suspects, and the reason to hold delivery is returned. A dead letter tells nothing of the
    /// configuration.
    private func judge(_ refused: [Answer.Refusal], of batch: Batch, isProven: Bool) -> (HoldReason, String)? {
        guard let last = refused.last else { return nil }
        guard !batch.areLetters else {
            refused.forEach(condemn)
            return nil
        }
        let isProbe = gate.hold == .refusedAlike
        let isAlone = batch.fixes.count == 1 && !evidence.sparesALoneFix && !isProbe
        guard isProven || refused.count < batch.fixes.count || isAlone else {
            if !isProbe || batch.wasSuspect { inHand.suspect(refused.map(\.fix)) }
            return (.refusedAlike, "The service refuses every position alike: \(last.error.sentence).")
        }
        evidence.condemnedByName(isProven: isProven)
        refused.forEach(condemn)
        return nil
    }

    /// The reason to hold delivery that the answer gives by name. Fixes of the outbox are read again; dead letters stay
    /// in hand, but not if others may pass and they may not: then they stay what they were.
    private func holding(_ sorted: SortedRefusals, of batch: Batch) -> (HoldReason, String)? {
        guard let (reason, sentence) = sorted.hold else { return nil }
        guard batch.areLetters else { return (reason, sentence) }
        guard !evidence.blamesLetters(for: reason) else {
            sorted.held.forEach(condemn)
            return nil
        }
        inHand.goFirst(Batch(sorted.held.map(\.fix)))
        return (reason, sentence)
    }

    /// The service did its work, though it accepted nothing. That ends what closed the gate, but a dead letter does not
    /// end a hold because all are refused alike.
    func answeredWithoutProof(_ batch: Batch, now: BootTime) {
        if !batch.areLetters || gate.hold != .refusedAlike { openGate(now: now) }
    }

    /// No fix of the answer got through, and none is refused for good: the same batch after an outer wait. While others
    /// pass, it alone waits.
    private func retryAll(_ sorted: SortedRefusals, of batch: Batch, now: BootTime) {
        guard !failsAlone(batch), !batch.areLetters || !evidence.hasPassed else {
            return putAside(sorted.again, of: batch, now: now)
        }
        var batch = batch
        batch.tries += 1
        (batch.bisection, batch.repeated) = (nil, 0)
        goAgain(batch, isBlamed: true, now: now)
        let sentence = sorted.passing.map { "The service answered \($0.sentence) for every position." } ?? ""
        backOff(because: sentence, hint: nil, now: now)
    }

    /// Fixes that the service refuses by name for now, while others pass. After `OutcomePolicy.tries` people hear of it;
    /// dead letters stay what they were then.
    private func putAside(_ refused: [Answer.Refusal], of batch: Batch, now: BootTime) {
        guard !refused.isEmpty else { return }
        let tries = batch.tries + 1
        let isStubborn = tries >= OutcomePolicy.tries
        guard !isStubborn || !batch.areLetters else { return refused.forEach(condemn) }
        let wait = BackOff(failures: tries, longest: settings.maxBackOff, hint: nil, now: now, random: random())
        var named = Batch(refused.map(\.fix))
        (named.tries, named.isTold) = (tries, batch.isTold || isStubborn)
        if isStubborn, !batch.isTold {
            for refusal in refused {
                say(.setAside(refusal.fix, code: refusal.error.code, message: refusal.error.message))
            }
        }
        putAside(named, wait: wait.delay, now: now)
    }

    /// Has the service's word that the fault is in `batch`, or in a part of it: it goes again, but not before others.
    func putAside(_ batch: Batch, wait: Int64, now: BootTime) {
        var batch = batch
        (batch.failures, batch.failedAt, batch.failedAlone) = (Evidence.turns, evidence.acceptances, true)
        batch.notBefore = now.advanced(by: wait)
        inHand.putAside(batch)
    }

    private func condemn(_ refusal: Answer.Refusal) {
        condemn(refusal.fix, code: refusal.error.code, message: refusal.error.message)
    }

    /// The fix is a dead letter from now on; one that is refused again stays what it was.
    func condemn(_ fix: StoredFix, code: String, message: String) {
        guard fix.id > 0 else { return say(.staysDead(fix, code: code, message: message)) }
        settlement.dead.append(.init(fix: fix, code: code, message: message))
        say(.deadLettered(fix, code: code, message: message))
    }

    /// The service accepted a fix: it works, and it is not the configuration that it refuses.
    private func accepted() {
        pacer.accepted()
        evidence.accepted()
        inHand.absolve()
    }
}
