import Outbox
import Positioning

/// What the two databases say, brought together so that every kept fix is accounted for:
/// `kept == pending + delivered + dead + shed`.
struct StoreStatus {
    /// The agent's accounting as of its last commit.
    var counters = OutboxCounters()
    /// What waits for delivery; nil if the outbox could not be read.
    var pending: PendingSummary?
    var isPaused = false
    var newest: StoredFix?
    /// Acknowledged and refused fixes, with what the uploader knows and the agent has not copied yet.
    var delivered: Int64 = 0
    var dead: Int64 = 0
    /// Refused fixes that are still at hand, from an earlier outbox too; nil if that is not known.
    var deadLetters: Int64?
    /// Fixes that were sent again because an answer was lost.
    var repeated: Int64 = 0
    /// What that cost on the wire.
    var wire = WireBytes()
    /// Why one of them could not be read.
    var problems: [String] = []

    /// Looks into both files. A file that does not exist yet, or is not ready, is a problem to name and no error.
    init(outboxPath: String, deliveryPath: String) {
        do throws(OutboxError) {
            let outbox = try OutboxReader(path: outboxPath)
            counters = outbox.header.counters
            isPaused = outbox.header.isPaused
            newest = try outbox.newest(limit: 1).first
            (delivered, dead) = (counters.delivered, counters.dead)
            try add(deliveryPath, to: outbox)
        } catch {
            problems.append(OperatorError(error, reading: outboxPath, of: "waypost-agent").description)
        }
    }

    private mutating func add(_ deliveryPath: String, to outbox: OutboxReader) throws(OutboxError) {
        let delivery: DeliveryReader
        do throws(OutboxError) {
            delivery = try DeliveryReader(path: deliveryPath)
            repeated = delivery.counters.repeated
            deadLetters = try delivery.deadLetterCount()
            wire.days = try delivery.bytesSent().map { ($0.day, $0.bytes) }
            let header = outbox.header
            pending = try outbox.pending(resolved: delivery.resolved(in: header.generation))
            let resolved = counters.pending - (pending?.count ?? 0)
            let refused = try outbox.rowCount(
                of: delivery.deadLetterIDs(
                    ids: header.lowWater + 1...max(header.nextID, header.lowWater + 1), generation: header.generation))
            dead += refused
            delivered += resolved - refused
        } catch {
            problems.append(OperatorError(error, reading: deliveryPath, of: "waypost-uploader").description)
            pending = try outbox.pending()
        }
    }
}
