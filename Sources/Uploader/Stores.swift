import Delivery
import Outbox
import Positioning
import Runtime

/// The agent's outbox and the uploader's own file, as the engine sees them. The outbox is opened for each look, and closed
/// before the look returns; what it brought beyond what was asked for serves the next ones.
final class Stores: DeliveryStorage {
    /// Dead letters that one step of a scan reads.
    private static let page = 200

    let delivery: DeliveryStore
    private let outboxPath: String
    private let clock: any MachineClock
    /// Civil time as well as this process knows it.
    private let now: () -> UTCTime
    /// What is pending at the first look is all that there is: for a drain, which is not to run after the agent.
    private let stopsAtFirstLook: Bool
    private var ceiling = Int64.max
    private var ahead = ReadAhead()
    /// Numbers of dead letters that were delivered after all, to be removed with the next commit, and the sample times of
    /// their fixes.
    private var revived: [Int64: UTCTime] = [:]
    private var mustPrune = false
    /// All dead letters above this number are to go again; nil if that was not asked for, or is done.
    private var retryCursor: Int64?
    /// Hears what had to be done to the uploader's file.
    private let mended: (SalvageReport) -> Void
    /// Called before something is stored, so that what was counted until then goes with it.
    var beforeCommit: () -> Void = {}
    /// Why the outbox could not be read at the last look; nil if it could.
    private(set) var outboxProblem: String?

    /// `mended` hears of a damaged file of the uploader, whenever that is found; `signOfLife` is called all the time while
    /// it is mended, for which the loop stands still; `now` is civil time as well as this process knows it. A fault of that
    /// file that may pass is left in `delivery.failure`, and `open` tries again.
    init(
        outboxPath: String, deliveryPath: String, stopsAtFirstLook: Bool, clock: any MachineClock,
        mended: @escaping (SalvageReport) -> Void, signOfLife: @escaping () -> Void = {},
        now: @escaping () -> UTCTime
    ) throws(OutboxError) {
        self.clock = clock
        self.outboxPath = outboxPath
        self.stopsAtFirstLook = stopsAtFirstLook
        self.mended = mended
        self.now = now
        do throws(OutboxError) {
            delivery = try DeliveryStore(path: deliveryPath, now: now(), signOfLife: signOfLife)
        } catch {
            guard error.mayPass else { throw error }
            delivery = DeliveryStore(unopened: deliveryPath, because: error, signOfLife: signOfLife)
        }
        if let report = delivery.mended { mended(report) }
    }

    /// Opens the uploader's file if that failed at the start, and reads the back-off of the process before. After damage
    /// that only this reading finds, the next call mends the file.
    func open() throws(OutboxError) -> StoredBackOff? {
        do throws(OutboxError) {
            try recover()
            return try delivery.backOff()
        } catch {
            delivery.failure = error
            throw error
        }
    }

    func pending(
        after: Int64, through: Int64, limit: Int, excluding: IDRanges
    ) throws(StorageFailure) -> [StoredFix] {
        if let found = first(limit, of: ahead, after: after, through: through, excluding: excluding) { return found }
        return try look { [self] (outbox) throws(OutboxError) in
            let needed = limit + excluding.count
            let read = try ReadAhead(
                outbox, after: max(after, delivery.lowWater), count: needed + ReadAhead.surplus,
                resolved: delivery.resolved, now: clock.bootTime)
            // A few new fixes do not displace a backlog.
            if read.fixes.count > needed { ahead = read }
            return first(limit, of: read, after: after, through: min(through, read.through), excluding: excluding) ?? []
        }
    }

    private func first(
        _ limit: Int, of ahead: ReadAhead, after: Int64, through: Int64, excluding: IDRanges
    ) -> [StoredFix]? {
        ahead.first(
            limit, after: max(after, delivery.lowWater), through: min(through, ceiling), resolved: delivery.resolved,
            excluding: excluding, now: clock.bootTime)
    }

    func newestPending(limit: Int, excluding: IDRanges) throws(StorageFailure) -> [StoredFix] {
        try look { [self] (outbox) throws(OutboxError) in
            var page = limit + excluding.count
            while true {
                let rows = try outbox.newest(above: delivery.lowWater, limit: page)
                let found = rows.filter { row in
                    row.id <= ceiling && !delivery.resolved.contains(row.id) && !excluding.contains(row.id)
                }
                if found.count >= limit || rows.count < page { return found.prefix(limit).reversed() }
                page *= 4
            }
        }
    }

    /// How many fixes wait for delivery; nil if the outbox cannot be read now.
    func pendingCount() -> Int64? {
        try? look { [delivery] (outbox) throws(OutboxError) in
            try outbox.pending(resolved: delivery.resolved).count
        }
    }

    /// What waits for delivery, for whoever only wants to know: the engine does not hear of an outbox that was replaced.
    /// Nil if the outbox cannot be read now.
    var backlog: PendingSummary? {
        do throws(OutboxError) {
            let outbox = try OutboxReader(path: outboxPath)
            let isKnown = outbox.header.generation == delivery.generation
            return try outbox.pending(resolved: isKnown ? delivery.resolved : IDRanges())
        } catch {
            return nil
        }
    }

    func settle(_ settlement: Settlement) {
        var receipt = Receipt()
        receipt.delivered = settlement.delivered.filter { $0.id > 0 }
        receipt.repeated = Int64(settlement.repeated)
        if let generation = delivery.generation {
            receipt.dead = settlement.dead.filter { $0.fix.id > 0 }.map {
                DeadLetter(fix: $0.fix, generation: generation, code: $0.code, message: $0.message, refused: now())
            }
        }
        delivery.record(receipt)
        for letter in settlement.delivered where letter.id < 0 { revived[-letter.id] = letter.fix.sampleTime }
        mustPrune = mustPrune || !receipt.dead.isEmpty
    }

    func commit() throws(StorageFailure) {
        beforeCommit()
        try write { [self] () throws(OutboxError) in
            try delivery.save()
            if !revived.isEmpty { try delivery.removeDeadLetters(revived) }
            revived = [:]
            if mustPrune { try delivery.pruneDeadLetters(now: now()) }
            mustPrune = false
        }
    }

    func keep(_ wait: StoredBackOff?) throws(StorageFailure) {
        try write { [delivery] () throws(OutboxError) in
            try delivery.setBackOff(wait)
            try delivery.save()
        }
    }

    /// Those of the dead letters that there are, to be sent again.
    func deadLetters(_ numbers: Set<Int64>) throws(OutboxError) -> [StoredFix] {
        var found: [StoredFix] = []
        for number in numbers.sorted() {
            found += try deadLetters(after: number - 1, limit: 1).filter { $0.id == -number }
        }
        return found
    }

    /// True until `nextToRetry` has nothing more.
    var isRetryingAll: Bool { retryCursor != nil }

    /// Begins to send all dead letters again, `nextToRetry` by `nextToRetry`. Returns how many there are.
    func retryAll() throws(OutboxError) -> Int {
        let numbers = try allDeadLetters()
        retryCursor = 0
        return numbers.count
    }

    /// The next dead letters of all that are to go again: what goes again is held in memory until it is delivered.
    func nextToRetry() throws(OutboxError) -> [StoredFix] {
        guard let cursor = retryCursor else { return [] }
        do throws(OutboxError) {
            let next = try deadLetters(after: cursor, limit: Self.page)
            retryCursor = next.last.map { -$0.id }
            return next
        } catch {
            delivery.failure = error
            throw error
        }
    }

    /// Dead letters under ids of their own: the negative of their numbers. They are counted already, and their fixes' ids
    /// may belong to an outbox that is gone.
    private func deadLetters(after number: Int64, limit: Int) throws(OutboxError) -> [StoredFix] {
        try delivery.deadLetters(after: number, limit: limit).map {
            StoredFix(id: -$0.number, deviceID: $0.fix.deviceID, fix: $0.fix.fix)
        }
    }

    /// The numbers of all dead letters, of those that cannot be read too.
    func allDeadLetters() throws(OutboxError) -> [Int64] { try delivery.deadLetterNumbers() }

    /// Opens the outbox, reads, and closes it.
    private func look<Value>(_ body: (OutboxReader) throws(OutboxError) -> Value) throws(StorageFailure) -> Value {
        let outbox: OutboxReader
        let isKnown: Bool
        do throws(OutboxError) {
            outbox = try OutboxReader(path: outboxPath)
            try recover()
            let isFirst = delivery.generation == nil
            isKnown = try delivery.adopt(outbox) == .same || isFirst
        } catch {
            throw unreadable(error)
        }
        outboxProblem = nil
        if stopsAtFirstLook, ceiling == .max || !isKnown { ceiling = outbox.header.nextID - 1 }
        guard isKnown else {
            ahead = ReadAhead()
            throw .replaced
        }
        do throws(OutboxError) {
            return try body(outbox)
        } catch {
            throw unreadable(error)
        }
    }

    private func recover() throws(OutboxError) {
        if let report = try delivery.recover(now: now()) { mended(report) }
    }

    private func unreadable(_ error: OutboxError) -> StorageFailure {
        outboxProblem = error.description
        if case .notReady = error { return .notReady(error.description) }
        return .failed(error.description)
    }

    private func write(_ body: () throws(OutboxError) -> Void) throws(StorageFailure) {
        do throws(OutboxError) {
            try recover()
        } catch {
            throw .failed(error.description)
        }
        do throws(OutboxError) {
            try body()
        } catch {
            delivery.failure = error
            throw .failed(error.description)
        }
    }
}
