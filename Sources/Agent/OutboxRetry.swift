import Outbox

/// What becomes of an outbox that failed: how soon it is tried again, and with what connection.
struct OutboxRetry: Equatable {
    /// The connection at the next attempt.
    enum Connection {
        /// The same: there is nothing wrong with it.
        case kept
        /// A new one: what it still knows is not to be trusted after an error of the disk.
        case opened
        /// A new one to a file that is mended first.
        case mended
    }

    /// Milliseconds before the first attempt after a failure, and at most, doubling in between.
    static let usual: ClosedRange<Int64> = 1000...60_000
    /// The same where nothing is wrong with the outbox but that there is no room, or a lock.
    static let soon: ClosedRange<Int64> = 1000...10_000
    /// The same where a damaged outbox finds no room for a sound copy: each attempt reads all of it.
    static let seldom: ClosedRange<Int64> = 60_000...600_000

    let delays: ClosedRange<Int64>
    let connection: Connection

    /// What becomes of it after `error`.
    init(after error: OutboxError) {
        switch error {
        case .full: (delays, connection) = (Self.soon, .kept)
        case .noRoomToSalvage: (delays, connection) = (Self.seldom, .kept)
        case .damaged: (delays, connection) = (Self.usual, .mended)
        // Somebody holds a lock; there is nothing wrong with the file.
        case .unwritable where error.isLock: (delays, connection) = (Self.soon, .kept)
        case .notReady, .newerSchema, .foreign, .removed, .inUse, .unwritable, .other:
            (delays, connection) = (Self.usual, .opened)
        }
    }

    /// Milliseconds until the next attempt, after one that waited for `previous`.
    func delay(after previous: Int64?) -> Int64 {
        max(delays.lowerBound, previous.map { min($0 * 2, delays.upperBound) } ?? 0)
    }
}
