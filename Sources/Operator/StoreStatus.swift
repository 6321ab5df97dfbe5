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
    /// Fixes that were sent again because an answer was lost; nil if that is not known.
    var repeated: Int64?
    /// What that cost on the wire.
    var wire = WireBytes()
    /// Why the outbox could not be read.
    private(set) var outboxProblem: OperatorError?
    /// Why the delivery store could not be read.
    private(set) var deliveryProblem: OperatorError?

    /// Both, as sentences.
    var problems: [String] { [outboxProblem, deliveryProblem].compactMap { $0?.description } }

    /// What was read of the outbox, nil if it could not be read.
    func known<Value>(_ value: Value) -> Value? { pending == nil ? nil : value }

    /// What the agent counted: nothing as long as it has made no outbox; nil if there is one that could not be read.
    var counted: OutboxCounters? { pending == nil && outboxProblem?.exitCode != .noInput ? nil : counters }

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
            outboxProblem = OperatorError(error, reading: outboxPath, of: "waypost-agent")
        }
    }

    private mutating func add(_ deliveryPath: String, to outbox: OutboxReader) throws(OutboxError) {
        let header = outbox.header
        let open = header.lowWater + 1...max(header.nextID, header.lowWater + 1)
        var resolved = IDRanges()
        var refused: Set<Int64> = []
        do throws(OutboxError) {
            let delivery = try DeliveryReader(path: deliveryPath)
            repeated = delivery.counters.repeated
            deadLetters = try delivery.deadLetterCount()
            wire.days = try delivery.bytesSent().map { ($0.day, $0.bytes) }
            refused = try delivery.deadLetterIDs(ids: open, generation: header.generation)
            resolved = try delivery.resolved(in: header.generation)
        } catch {
            deliveryProblem = OperatorError(error, reading: deliveryPath, of: "waypost-uploader")
        }
        let waiting = try outbox.pending(resolved: resolved)
        let newlyDead = try outbox.rowCount(of: refused)
        dead += newlyDead
        delivered += counters.pending - waiting.count - newlyDead
        pending = waiting
    }
}
