import AmazonLocation
import Outbox
import Positioning

/// What becomes of a batch whose request failed or was refused as a whole.
extension DeliveryEngine {
    func failed(
        _ batch: Batch, with failure: CallFailure, outcome: Outcome, skew: Int64?, now: BootTime
    ) {
        var batch = batch
        let context = AttemptContext(
            fixes: batch.fixes.count, refreshed: batch.refreshed, corrected: batch.corrected, skew: skew,
            doubts: evidence.doubts)
        evidence.failed(outcome)
        batch.mayHaveArrived = batch.mayHaveArrived || outcome.mayHaveArrived
        lastError = failure.description
        switch OutcomePolicy.disposition(of: outcome, in: context) {
        case .delivered: postpone(batch, because: failure, outcome, now: now)
        case .again(.transient): again(batch, because: failure, outcome, now: now)
        case .again(.throttled):
            pacer.throttled(now: now)
            again(batch, because: failure, outcome, now: now)
        case .again(.refreshed):
            (batch.refreshed, batch.mustRefresh) = (true, true)
            inHand.retry(batch)
        case .again(.corrected):
            batch.corrected = true
            inHand.retry(batch)
        case .bisect, .deadLetter: refused(batch, as: failure, isDataFault: outcome == .invalid, now: now)
        case .hold(.refusedAlike): refused(batch, as: failure, isDataFault: false, now: now)
        case .hold(let reason) where batch.areLetters && evidence.blamesLetters(for: reason):
            refused(batch, as: failure, isDataFault: true, now: now)
        case .hold(let reason):
            release(batch, isBlamed: false, now: now)
            hold(reason, failure.description, now: now)
        }
    }

    /// Inside the request if the standard retry allows it, else after an outer wait.
    private func again(_ batch: Batch, because failure: CallFailure, _ outcome: Outcome, now: BootTime) {
        var batch = batch
        let throttled = outcome == .throttled
        let wait = RetryBudget.wait(
            retry: batch.attempts - 1, throttled: throttled, hint: failure.hint, random: random())
        let asksTooMuch = failure.isHintFirm && failure.hint.map { $0 > wait } ?? false
        guard batch.attempts < RetryBudget.attempts, !asksTooMuch, let cost = budget.spend(throttled: throttled)
        else { return postpone(batch, because: failure, outcome, now: now) }
        batch.cost = cost
        batch.notBefore = now.advanced(by: wait)
        inHand.retry(batch)
    }

    private func postpone(_ batch: Batch, because failure: CallFailure, _ outcome: Outcome, now: BootTime) {
        if outcome.mayBeForTheData, failsAlone(batch) { return isolate(batch, as: failure, now: now) }
        release(batch, isBlamed: outcome.mayBeForTheData, now: now)
        backOff(because: failure.description, hint: failure.hint, now: now)
    }

    /// Lets go of fixes that certainly did not arrive, so that the next batch may be another; keeps all others.
    private func release(_ batch: Batch, isBlamed: Bool, now: BootTime) {
        guard !batch.canBeReleased else { return doorbell() }
        goAgain(batch, isBlamed: isBlamed, now: now)
    }

    /// Keeps a batch that has to go again as it is: before all others, until the service has failed over it so often
    /// that the fault may be in it. Then others have their turn, and tell.
    func goAgain(_ batch: Batch, isBlamed: Bool, now: BootTime) {
        var batch = batch.rested
        if isBlamed { (batch.failures, batch.failedAt) = (batch.failures + 1, evidence.acceptances) }
        batch.failedAlone = false
        guard batch.failures >= Evidence.turns else { return inHand.goFirst(batch) }
        let wait = BackOff(
            failures: batch.failures, longest: settings.maxBackOff, hint: nil, now: now, random: random())
        batch.notBefore = wait.until
        inHand.putAside(batch)
    }

    /// The fault is in the batch.
    func failsAlone(_ batch: Batch) -> Bool { evidence.blames(batch, isGateOpen: gate.until == nil) }

    /// Looks for the fix that makes the service fail, as for one that it refuses; but it is never a dead letter.
    private func isolate(_ batch: Batch, as failure: CallFailure, now: BootTime) {
        let error = failure.serviceError
        var bisection = batch.bisection ?? Bisection(batch.fixes, hasAccepted: true)
        bisection.refused(code: error.code, message: error.message, isDataFault: false)
        proceed(bisection, after: batch, now: now)
    }

    private func refused(_ batch: Batch, as failure: CallFailure, isDataFault: Bool, now: BootTime) {
        let error = failure.serviceError
        if gate.hold == .refusedAlike, batch.bisection == nil, !batch.areLetters {
            if batch.wasSuspect { inHand.suspect(batch.fixes) }
            return hold(.refusedAlike, failure.description, now: now)
        }
        var bisection = batch.bisection ?? Bisection(batch.fixes)
        bisection.refused(code: error.code, message: error.message, isDataFault: isDataFault)
        answeredWithoutProof(batch, now: now)
        proceed(bisection, after: batch, now: now)
    }

    func proceed(_ bisection: Bisection, after batch: Batch, now: BootTime) {
        var bisection = bisection
        guard let fixes = bisection.next() else { return conclude(bisection, after: batch, now: now) }
        var piece = Batch(fixes, bisection: bisection)
        piece.mayHaveArrived = batch.mayHaveArrived
        (piece.failures, piece.isTold) = (batch.failures, batch.isTold)
        if batch.failedAt != nil { piece.failedAt = evidence.acceptances }
        inHand.goFirst(piece)
    }

    /// Every fix of a refused batch was accepted or refused alone.
    private func conclude(_ bisection: Bisection, after batch: Batch, now: BootTime) {
        guard let last = bisection.suspects.last else { return }
        guard !batch.areLetters else {
            for letter in bisection.suspects { condemn(letter.fix, code: letter.code, message: letter.message) }
            return
        }
        guard bisection.hasAccepted || bisection.size == 1 && evidence.vouchesForARequest else {
            inHand.suspect(bisection.suspects.map(\.fix))
            let sentence = "The service refuses every position alike: \(last.code) \(last.message)."
            return hold(.refusedAlike, sentence, now: now)
        }
        evidence.condemnedByRequest()
        for suspect in bisection.suspects {
            if suspect.isDataFault {
                condemn(suspect.fix, code: suspect.code, message: suspect.message)
            } else {
                if !batch.isTold {
                    say(.setAside(suspect.fix, code: suspect.code, message: suspect.message))
                }
                var alone = Batch([suspect.fix])
                (alone.tries, alone.isTold, alone.mayHaveArrived) = (1, true, batch.mayHaveArrived)
                putAside(alone, wait: settings.maxBackOff, now: now)
            }
        }
    }
}
