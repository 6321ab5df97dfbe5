import Outbox

/// The stores as the engine needs them: the backlog to read, and the file of acknowledgements to write.
///
/// Each call opens what it needs and closes it again: no read transaction outlives a call.
public protocol DeliveryStorage: AnyObject {
    /// At most `limit` fixes with `after` < id <= `through` that are neither acknowledged nor dead letters nor in
    /// `excluding`, ids ascending.
    func pending(
        after: Int64, through: Int64, limit: Int, excluding: IDRanges
    ) throws(StorageFailure) -> [StoredFix]

    /// The newest `limit` of those fixes, ids ascending.
    func newestPending(limit: Int, excluding: IDRanges) throws(StorageFailure) -> [StoredFix]

    /// Takes note of the final word about some fixes: from now on it counts, but a restart before `commit` forgets it.
    func settle(_ settlement: Settlement)

    /// Stores all that was settled, in one transaction. When it returns, it survives a power cut; when it throws, a later
    /// call stores all of it.
    func commit() throws(StorageFailure)

    /// Stores what has to be known of a wait after a restart; nil when there is none.
    func keep(_ wait: StoredBackOff?) throws(StorageFailure)
}
