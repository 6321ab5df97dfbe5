import AmazonLocation
import Outbox
import Positioning

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
        _ = store(now: now)
    }

    // MARK: Request level

    private func failed(
        _ batch: Batch, with failure: CallFailure, outcome: Outcome, skew: Int64?, now: BootTime
    ) {
        var batch = batch
        let context = AttemptContext(
            fixes: batch.fixes.count, refreshed: batch.refreshed, corrected: batch.corrected, skew: skew,
            doubts: doubts)
        doubts = outcome.isDoubtful ? doubts + 1 : 0
        batch.mayHaveArrived = batch.mayHaveArrived || outcome.mayHaveArrived
        lastError = failure.description
        switch OutcomePolicy.disposition(of: outcome, in: context) {
        case .delivered: postpone(batch, because: failure, now: now)
        case .again(.transient): again(batch, because: failure, throttled: false, now: now)
        case .again(.throttled):
            pacer.throttled(now: now)
            again(batch, because: failure, throttled: true, now: now)
        case .again(.refreshed):
            (batch.refreshed, batch.mustRefresh) = (true, true)
            retrying.append(batch)
        case .again(.corrected):
            batch.corrected = true
            retrying.append(batch)
        case .bisect, .deadLetter: refused(batch, as: failure, isDataFault: outcome == .invalid, now: now)
        case .hold(.refusedAlike): refused(batch, as: failure, isDataFault: false, now: now)
        case .hold(let reason):
            release(batch)
            hold(reason, failure.description, now: now)
        }
    }

    /// Inside the request if the standard retry allows it, else after an outer wait.
    private func again(_ batch: Batch, because failure: CallFailure, throttled: Bool, now: BootTime) {
        var batch = batch
        let wait = RetryBudget.wait(
            retry: batch.attempts - 1, throttled: throttled, hint: failure.hint, random: random())
        let asksTooMuch = failure.isHintFirm && failure.hint.map { $0 > wait } ?? false
        guard batch.attempts < RetryBudget.attempts, !asksTooMuch, let cost = budget.spend(throttled: throttled)
        else { return postpone(batch, because: failure, now: now) }
        batch.cost = cost
        batch.notBefore = now.advanced(by: wait)
        retrying.append(batch)
    }

    private func postpone(_ batch: Batch, because failure: CallFailure, now: BootTime) {
        release(batch)
        backOff(because: failure.description, hint: failure.hint, now: now)
    }

    /// Lets go of fixes that certainly did not arrive, so that the next batch may be another; keeps all others.
    private func release(_ batch: Batch) {
        guard !batch.canBeReleased else { return doorbell() }
        repeating.insert(batch.rested, at: 0)
    }

    private func refused(_ batch: Batch, as failure: CallFailure, isDataFault: Bool, now: BootTime) {
        let error = failure.serviceError
        if gate.hold == .refusedAlike, batch.bisection == nil {
            if batch.wasSuspect { suspects += batch.fixes }
            return hold(.refusedAlike, failure.description, now: now)
        }
        var bisection = batch.bisection ?? Bisection(batch.fixes)
        bisection.refused(code: error.code, message: error.message, isDataFault: isDataFault)
        openGate(now: now)
        proceed(bisection, after: batch, now: now)
    }

    private func proceed(_ bisection: Bisection, after batch: Batch, now: BootTime) {
        var bisection = bisection
        guard let fixes = bisection.next() else { return conclude(bisection, after: batch, now: now) }
        var piece = Batch(fixes, bisection: bisection)
        piece.mayHaveArrived = batch.mayHaveArrived
        repeating.insert(piece, at: 0)
    }

    /// Every fix of a refused batch was accepted or refused alone.
    private func conclude(_ bisection: Bisection, after batch: Batch, now: BootTime) {
        guard let last = bisection.suspects.last else { return }
        guard bisection.hasAccepted || bisection.size == 1 && hasEvidence else {
            suspects += bisection.suspects.map(\.fix)
            let sentence = "The service refuses every position alike: \(last.code) \(last.message)."
            return hold(.refusedAlike, sentence, now: now)
        }
        hasEvidence = false
        for suspect in bisection.suspects {
            if suspect.isDataFault {
                condemn(suspect.fix, code: suspect.code, message: suspect.message)
            } else {
                notices.append(.setAside(suspect.fix, code: suspect.code, message: suspect.message))
                putAside([suspect.fix], tries: 1, wait: settings.maxBackOff, now: now)
            }
        }
    }

    // MARK: Item level

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

    /// No fix of the answer got through, and none is refused for good: the same batch after an outer wait.
    private func retryAll(_ sorted: SortedRefusals, of batch: Batch, now: BootTime) {
        var batch = batch.rested
        batch.tries += 1
        (batch.bisection, batch.repeated) = (nil, 0)
        repeating.insert(batch, at: 0)
        let sentence = sorted.passing.map { "The service answered \($0.sentence) for every position." } ?? ""
        backOff(because: sentence, hint: nil, now: now)
    }

    private func putAside(_ fixes: [StoredFix], of batch: Batch, now: BootTime) {
        guard !fixes.isEmpty else { return }
        let wait = BackOff(
            failures: batch.tries + 1, longest: settings.maxBackOff, hint: nil, now: now, random: random())
        putAside(fixes, tries: batch.tries + 1, wait: wait.delay, now: now)
    }

    private func putAside(_ fixes: [StoredFix], tries: Int, wait: Int64, now: BootTime) {
        var batch = Batch(fixes)
        batch.tries = tries
        batch.notBefore = now.advanced(by: wait)
        setAside.append(batch)
    }

    private func condemn(_ fix: StoredFix, code: String, message: String) {
        unsettled.dead.append(.init(fix: fix, code: code, message: message))
        notices.append(.deadLettered(fix, code: code, message: message))
    }

    /// The service accepted a fix: it works, and it is not the configuration that it refuses.
    private func accepted() {
        pacer.accepted()
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
