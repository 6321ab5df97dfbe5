import Outbox

/// The stores as the engine needs them: the backlog to read, and the file of acknowledgements to write.
///
/// Each call opens what it needs and closes it again: no read transaction outlives a call.
public protocol DeliveryStorage: AnyObject {
    /// At most `limit` fixes with `after` < id <= `through` that are neither acknowledged nor dead letters nor in
    /// `excluding`, ids ascending.
    func pending(
        after: Int64, through: Int64, limit: Int, excluding: Set<Int64>
    ) throws(StorageFailure) -> [StoredFix]

    /// The newest `limit` of those fixes, ids ascending.
    func newestPending(limit: Int, excluding: Set<Int64>) throws(StorageFailure) -> [StoredFix]

    /// Stores the final word about some fixes. When it returns, they survive a power cut. When it throws, the word
    /// counts all the same while this process lives, and a later call, even with nothing new, stores all of it.
    func settle(_ settlement: Settlement) throws(StorageFailure)

    /// Stores what has to be known of a wait after a restart; nil when there is none.
    func keep(_ wait: StoredWait?) throws(StorageFailure)
}
