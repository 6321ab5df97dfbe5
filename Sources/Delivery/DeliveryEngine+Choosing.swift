import AmazonLocation
import Outbox
import Positioning

/// What goes next.
extension DeliveryEngine {
    /// Every batch that the engine has in hand.
    var batches: [Batch] { Array(underWay.values) + retrying + repeating + setAside + letters }

    /// Ids of the fixes that the engine has in hand, so that they are not read again.
    var leased: IDRanges {
        var ids = IDRanges()
        for fix in suspects { ids.insert(fix.id) }
        for batch in underWay.values { batch.lease(to: &ids) }
        for batch in retrying { batch.lease(to: &ids) }
        for batch in repeating { batch.lease(to: &ids) }
        for batch in setAside { batch.lease(to: &ids) }
        return ids
    }

    var hasRoom: Bool {
        let busy = underWay.count + retrying.count
        if isStopping, hasStarted { return false }
        return busy < (gate.until == nil ? settings.inFlight : 1)
    }

    private func earliest(_ batches: [Batch]) -> Int? {
        batches.indices.min { batches[$0].notBefore < batches[$1].notBefore }
    }

    func ripeRetry(now: BootTime) -> Batch? {
        guard let first = earliest(retrying) else { return nil }
        let time = max(retrying[first].notBefore, pacer.ready(now: now))
        guard time <= now else {
            wake(at: time)
            return nil
        }
        return retrying.remove(at: first)
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
        let newestGoesFirst = lanes.isRecovering && repeating.count < 2
        if !isHeldBack, !newestGoesFirst {
            if let batch = firstRepeating(now: now) { return batch }
            if gate.until == nil, let batch = nextLetters() { return batch }
        }
        // Whether the service works is told by what has not failed yet.
        if gate.until == nil, let ripe = ripeSetAside(now: now) { return ripe }
        if !hasFullSide, let batch = look(now: now) { return batch }
        if gate.until != nil, let ripe = ripeSetAside(now: now) { return ripe }
        return isHeldBack ? nil : firstRepeating(now: now) ?? nextLetters()
    }

    /// So many fixes are set aside that nothing new is sent. Dead letters are no reason for that.
    var hasFullSide: Bool {
        setAside.reduce(0) { $0 + ($1.areLetters ? 0 : $1.fixes.count) } >= Self.setAsideLimit
    }

    private func nextLetters() -> Batch? { letters.isEmpty ? nil : letters.removeFirst() }

    private func firstRepeating(now: BootTime) -> Batch? {
        while !repeating.isEmpty {
            if let batch = withoutShed(repeating.removeFirst(), now: now) { return batch }
        }
        return nil
    }

    /// The most fixes that are remembered as suspects.
    static let suspectLimit = 100

    /// While everything is refused alike: one fix that is no suspect yet, another one each time. Its acceptance would
    /// prove that the fault is in the suspects; if there is none, or there are enough of them, a suspect goes, and tells
    /// whether it is mended.
    private func probe(now: BootTime) -> Batch? {
        let limit = DeliverySettings.batchSize
        guard
            let fixes = read(
                { () throws(StorageFailure) in
                    try storage.pending(after: .min, through: .max, limit: limit, excluding: leased)
                }, now: now)
        else { return nil }
        let choice = gate.probes
        if !fixes.isEmpty, suspects.count < Self.suspectLimit { return Batch([fixes[choice % fixes.count]]) }
        guard !suspects.isEmpty else { return repeating.isEmpty ? nextLetters() : repeating.removeFirst() }
        return Batch([suspects.remove(at: choice % suspects.count)], wasSuspect: true)
    }

    private func ripeSetAside(now: BootTime) -> Batch? {
        while let first = earliest(setAside) {
            guard setAside[first].notBefore <= now else {
                wake(at: setAside[first].notBefore)
                return nil
            }
            if let batch = withoutShed(setAside.remove(at: first), now: now) { return batch }
        }
        return nil
    }

    /// How many fixes are looked through for those of one batch.
    private static let shedScan = 100

    /// A batch that was in hand for a while, without what a limit has shed since: that is counted as shed. Nil if nothing
    /// is left.
    private func withoutShed(_ batch: Batch, now: BootTime) -> Batch? {
        guard batch.bisection == nil, !batch.areLetters, let first = batch.fixes.first, let last = batch.fixes.last
        else { return batch }
        do {
            let there = try storage.pending(
                after: first.id - 1, through: last.id, limit: Self.shedScan, excluding: leased)
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
                    try lanes.look(storage, excluding: leased, urgent: urgent, now: now)
                }, now: now)
        else { return nil }
        isDrained = look.isDrained
        if look.isDrained { drained() }
        guard look.fixes.isEmpty else { return Batch(look.fixes) }
        if look.isDrained, repeating.isEmpty, isIdle { isFlushing = false }
        let again = min(look.again ?? .init(milliseconds: .max), now.next(multipleOf: Self.lookInterval))
        lookAt = again
        wake(at: again)
        return nil
    }

    /// Reads the outbox; nil, and another time to look, if it cannot be read now.
    func read<Value>(_ body: () throws(StorageFailure) -> Value, now: BootTime) -> Value? {
        do {
            return try body()
        } catch {
            var wait = Self.storageWait
            switch error {
            case .replaced: forget()
            case .notReady: wait = Self.outboxWait
            case .failed(let sentence):
                if lastError != sentence { notices.append(.storage(sentence)) }
                lastError = sentence
            }
            lookAt = now.advanced(by: wait)
            wake(at: now.advanced(by: wait))
            return nil
        }
    }

    /// Forgets every fix in hand: the ids belong to an outbox that is gone. Dead letters have ids of their own.
    private func forget() {
        underWay = underWay.filter(\.value.areLetters)
        retrying.removeAll { !$0.areLetters }
        setAside.removeAll { !$0.areLetters }
        (repeating, suspects) = ([], [])
        uncommitted = Uncommitted()
        lanes = Lanes(order: settings.order, linger: settings.linger)
        lookAt = nil
    }

    func start(_ batch: Batch, now: BootTime) -> DeliveryAttempt {
        var batch = batch
        attempts += 1
        batch.attempts += 1
        if batch.mayHaveArrived { batch.repeated += batch.fixes.count }
        let (mustRefresh, previous) = (batch.mustRefresh, batch.number)
        (batch.mustRefresh, batch.number) = (false, attempts)
        underWay[attempts] = batch
        pacer.started(now: now)
        lookAt = nil
        isDrained = false
        hasStarted = isStopping
        return DeliveryAttempt(
            number: attempts, fixes: batch.fixes, previous: previous, refreshCredentials: mustRefresh,
            correctClock: batch.corrected)
    }
}
