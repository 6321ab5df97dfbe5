import AmazonLocation
import Outbox
import Positioning

/// What goes next.
extension DeliveryEngine {
    var hasRoom: Bool {
        if isStopping, hasStarted { return false }
        return inHand.countOpen < (gate.until == nil ? settings.inFlight : 1)
    }

    func ripeRetry(now: BootTime) -> Batch? {
        guard let due = inHand.nextRetry else { return nil }
        let time = max(due, pacer.ready(now: now))
        guard time <= now else {
            wake(at: time)
            return nil
        }
        return inHand.takeRetry()
    }

    func gateLets(now: BootTime) -> Bool {
        guard let until = gate.until, until > now else { return !isStopping || gate.until == nil }
        wake(at: until)
        return false
    }

    /// The one batch of a stop does not wait: who stops does not stay for it.
    func pacerLets(now: BootTime) -> Bool {
        let time = isStopping ? now : pacer.ready(now: now)
        if time > now { wake(at: time) }
        return time <= now
    }

    func choose(now: BootTime) -> Batch? {
        if gate.hold == .refusedAlike { return probe(now: now) }
        assess(now: now)
        let isHeldBack = lanes.backlogNotBefore.map { $0 > now } ?? false
        let newestGoesFirst = lanes.isRecovering && inHand.countRepeating < 2
        if !isHeldBack, !newestGoesFirst {
            if let batch = firstRepeating(now: now) { return batch }
            if gate.until == nil, let batch = inHand.takeLetters() { return batch }
        }
        // Whether the service works is told by what has not failed yet.
        if gate.until == nil, let ripe = ripeSetAside(now: now) { return ripe }
        if !inHand.hasFullSide, let batch = look(now: now) { return batch }
        if gate.until != nil, let ripe = ripeSetAside(now: now) { return ripe }
        return isHeldBack ? nil : firstRepeating(now: now) ?? inHand.takeLetters()
    }

    private func firstRepeating(now: BootTime) -> Batch? {
        while let next = inHand.takeRepeating() {
            if let batch = withoutShed(next) { return batch }
        }
        return nil
    }

    /// The most fixes that are remembered as suspects.
    static let suspectLimit = 100

    /// While everything is refused alike: one fix that is no suspect yet, another one each time. Its acceptance would
    /// prove that the fault is in the suspects; if there is none, or there are enough of them, a suspect goes, and tells
    /// whether it is mended.
    private func probe(now: BootTime) -> Batch? {
        guard let fixes = firstPending(DeliverySettings.batchSize, now: now) else { return nil }
        let choice = gate.probes
        if !fixes.isEmpty, inHand.suspects.count < Self.suspectLimit { return Batch([fixes[choice % fixes.count]]) }
        return inHand.takeSuspect(choice) ?? inHand.takeRepeating() ?? inHand.takeLetters()
    }

    private func ripeSetAside(now: BootTime) -> Batch? {
        while let due = inHand.nextAside {
            guard due <= now else {
                wake(at: due)
                return nil
            }
            if let next = inHand.takeAside(), let batch = withoutShed(next) { return batch }
        }
        return nil
    }

    /// How many fixes are looked through for those of one batch.
    private static let shedScan = 100

    /// A batch that was in hand for a while, without what a limit has shed since: that is counted as shed. Nil if nothing
    /// is left.
    private func withoutShed(_ batch: Batch) -> Batch? {
        guard batch.bisection == nil, !batch.areLetters, let first = batch.fixes.first, let last = batch.fixes.last
        else { return batch }
        do {
            let there = try storage.pending(
                after: first.id - 1, through: last.id, limit: Self.shedScan, excluding: inHand.leased)
            guard there.count < Self.shedScan else { return batch }
            return batch.keeping(Set(there.map(\.id)))
        } catch {
            guard error == .replaced else { return batch }
            forget()
            return nil
        }
    }

    private func look(now: BootTime) -> Batch? {
        if let lookAt, lookAt > now {
            wake(at: lookAt)
            return nil
        }
        let urgent = isFlushing || isStopping
        guard
            let look = read(
                { () throws(StorageFailure) in
                    try lanes.look(storage, excluding: inHand.leased, urgent: urgent, now: now)
                }, now: now)
        else { return nil }
        isDrained = look.isDrained
        if look.isDrained { drained() }
        guard look.fixes.isEmpty else { return Batch(look.fixes) }
        if look.isDrained, inHand.countRepeating == 0, isIdle { isFlushing = false }
        let again = min(look.again ?? .init(milliseconds: .max), now.next(multipleOf: Self.lookInterval))
        lookAt = again
        wake(at: again)
        return nil
    }

    /// The oldest fixes that wait, at most `limit`; nil if the outbox cannot be read now.
    func firstPending(_ limit: Int, now: BootTime) -> [StoredFix]? {
        let leased = inHand.leased
        return read(
            { [storage] () throws(StorageFailure) in
                try storage.pending(after: .min, through: .max, limit: limit, excluding: leased)
            }, now: now)
    }

    /// Reads the outbox; nil, and another time to look, if it cannot be read now.
    private func read<Value>(_ body: () throws(StorageFailure) -> Value, now: BootTime) -> Value? {
        do {
            return try body()
        } catch {
            var wait = Self.storageWait
            switch error {
            case .replaced: forget()
            case .notReady: wait = Self.outboxWait
            case .failed(let sentence):
                if lastError != sentence { say(.storage(sentence)) }
                lastError = sentence
            }
            lookAt = now.advanced(by: wait)
            wake(at: now.advanced(by: wait))
            return nil
        }
    }

    /// The outbox was replaced: forgets every fix that was read from the old one.
    private func forget() {
        inHand.forgetOutbox()
        saving.forgetAnswers()
        lanes = Lanes(order: settings.order, linger: settings.linger)
        lookAt = nil
    }

    func start(_ batch: Batch, now: BootTime) -> DeliveryAttempt {
        var next = batch
        next.attempts += 1
        if next.mayHaveArrived { next.repeated += next.fixes.count }
        next.mustRefresh = false
        let number = inHand.start(next)
        pacer.started(now: now)
        lookAt = nil
        isDrained = false
        hasStarted = isStopping
        return DeliveryAttempt(
            number: number, fixes: batch.fixes, previous: batch.number, refreshCredentials: batch.mustRefresh,
            correctClock: batch.corrected)
    }
}
