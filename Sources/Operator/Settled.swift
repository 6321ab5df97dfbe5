import Outbox

/// Which fixes of the outbox are settled, as both databases say at one look.
struct Settled {
    /// Every id up to here,
    var lowWater: Int64
    /// and these.
    var ids = IDRanges()
    /// Ids of fixes that the tracker refused, those of dropped dead letters too.
    var refused: Set<Int64> = []
    /// Those of them that are dead letters still.
    var deadLetters: Set<Int64> = []

    /// Dead letters that are read at once.
    private static let pageSize = 500

    /// A delivery store that is not there yet has settled nothing.
    init(outboxPath: String, deliveryPath: String) throws(OperatorError) {
        let header: OutboxHeader
        do throws(OutboxError) {
            header = try OutboxReader(path: outboxPath).header
        } catch {
            throw OperatorError(error, reading: outboxPath, of: "waypost-agent")
        }
        lowWater = header.lowWater
        do throws(OutboxError) {
            let delivery = try DeliveryReader(path: deliveryPath)
            ids = try delivery.resolved(in: header.generation)
            refused = try delivery.refusedIDs(ids: 1...max(header.nextID, 1), generation: header.generation)
            if !refused.isEmpty { deadLetters = try Self.deadLetters(delivery, of: header.generation) }
        } catch {
            guard case .notReady = error else {
                throw OperatorError(error, reading: deliveryPath, of: "waypost-uploader")
            }
        }
    }

    /// The ids of all that `waypost dead-letters` lists and that belong to `generation`.
    private static func deadLetters(
        _ delivery: DeliveryReader, of generation: Generation
    ) throws(OutboxError) -> Set<Int64> {
        var ids: Set<Int64> = []
        var page = try delivery.deadLetters(limit: pageSize)
        while let last = page.last {
            ids.formUnion(page.filter { $0.generation == generation }.map(\.fix.id))
            page = try delivery.deadLetters(after: last.number, limit: pageSize)
        }
        return ids
    }
}
