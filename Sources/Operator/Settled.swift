import Outbox

/// Which fixes of the outbox are settled, as both databases say at one look.
struct Settled {
    /// Deleted dead letters aside, at most as many as the uploader keeps.
    private static let pageSize = 1000

    /// Every id up to here,
    var lowWater: Int64
    /// and these.
    var ids = IDRanges()
    /// Ids of fixes that the tracker refused.
    var refused: Set<Int64> = []

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
            var last: Int64 = 0
            var page = try delivery.deadLetters(limit: Self.pageSize)
            while let newest = page.last {
                for letter in page where letter.generation == header.generation { refused.insert(letter.fix.id) }
                last = max(newest.number, last + 1)
                page = try delivery.deadLetters(after: last, limit: Self.pageSize)
            }
        } catch {
            guard case .notReady = error else {
                throw OperatorError(error, reading: deliveryPath, of: "waypost-uploader")
            }
        }
    }
}
