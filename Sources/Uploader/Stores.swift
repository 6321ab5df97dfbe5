import Delivery
import Outbox
import Positioning
import Runtime

/// The agent's outbox and the uploader's own file, as the engine sees them.
final class Stores: DeliveryStorage {
    /// The agent's.
    let outbox: OutboxLook
    /// Dead letters on their way again.
    var letters: LetterRetry
    /// Called before something is stored, so that what was counted until then goes with it.
    var beforeCommit: () -> Void = {}
    private let file: UploaderFile
    private let now: () -> UTCTime
    private var mustPrune = false

    /// `mended` hears of a damaged file of the uploader, whenever that is found; `signOfLife` is called all the time while
    /// it is mended, for which the loop stands still; `now` is civil time as well as this process knows it. A fault of that
    /// file that may pass is left in `delivery.failure`, and `open` tries again.
    init(
        outboxPath: String, deliveryPath: String, stopsAtFirstLook: Bool, clock: any MachineClock,
        mended: @escaping (SalvageReport) -> Void, signOfLife: @escaping () -> Void = {},
        now: @escaping () -> UTCTime
    ) throws(OutboxError) {
        self.now = now
        file = try UploaderFile(deliveryPath, clock: clock, mended: mended, signOfLife: signOfLife, now: now)
        outbox = OutboxLook(outboxPath, for: file, stopsAtFirst: stopsAtFirstLook, clock: clock)
        letters = LetterRetry(of: file)
    }

    /// The uploader's.
    var delivery: DeliveryStore { file.store }

    /// Opens the uploader's file if that failed at the start, and reads the back-off of the process before.
    func open() throws(OutboxError) -> StoredBackOff? { try file.open() }

    /// How many dead letters there are; nil if the file cannot be read now.
    var deadLetterCount: Int64? {
        try? file.noting { [delivery] () throws(OutboxError) in try delivery.deadLetterCount() }
    }

    func pending(
        after: Int64, through: Int64, limit: Int, excluding: IDRanges
    ) throws(StorageFailure) -> [StoredFix] {
        try outbox.pending(after: after, through: through, limit: limit, excluding: excluding)
    }

    func newestPending(limit: Int, excluding: IDRanges) throws(StorageFailure) -> [StoredFix] {
        try outbox.newestPending(limit: limit, excluding: excluding)
    }

    func settle(_ settlement: Settlement) {
        var receipt = Receipt()
        receipt.delivered = settlement.delivered.filter { !LetterRetry.isLetter($0) }
        receipt.repeated = Int64(settlement.repeated)
        if let generation = delivery.generation {
            receipt.dead = settlement.dead.map {
                DeadLetter(fix: $0.fix, generation: generation, code: $0.code, message: $0.message, refused: now())
            }
        }
        delivery.record(receipt)
        letters.note(delivered: settlement.delivered.filter(LetterRetry.isLetter))
        mustPrune = mustPrune || !receipt.dead.isEmpty
    }

    func commit() throws(StorageFailure) {
        beforeCommit()
        try file.write { [self] () throws(OutboxError) in
            try delivery.save()
            try letters.removeDelivered()
            if mustPrune { try delivery.pruneDeadLetters(now: now()) }
            mustPrune = false
        }
    }

    func keep(_ wait: StoredBackOff?) throws(StorageFailure) {
        try file.write { [delivery] () throws(OutboxError) in
            try delivery.setBackOff(wait)
            try delivery.save()
        }
    }
}
