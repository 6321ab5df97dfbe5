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
            let all = 1...max(header.nextID, 1)
            refused = try delivery.refusedIDs(ids: all, generation: header.generation)
            deadLetters = try delivery.listedIDs(ids: all, generation: header.generation)
        } catch {
            guard case .notReady = error else {
                throw OperatorError(error, reading: deliveryPath, of: "waypost-uploader")
            }
        }
    }
}
