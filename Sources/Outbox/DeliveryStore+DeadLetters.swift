import Positioning
import SQLite

extension DeliveryStore {
    /// The first `limit` dead letters with a number above `number`, oldest first.
    public func deadLetters(after number: Int64 = 0, limit: Int) throws(OutboxError) -> [DeadLetter] {
        try OutboxError.writing { () throws(SQLiteError) in
            try DeadLetterTable.read(connection, after: number, limit: limit)
        }
    }

    /// Deletes dead letters: the operator dropped them, or they were delivered after all. Returns how many there were.
    @discardableResult
    public func removeDeadLetters(_ numbers: [Int64]) throws(OutboxError) -> Int {
        var removed = 0
        try OutboxError.writing { () throws(SQLiteError) in
            try connection.immediateTransaction { () throws(SQLiteError) in
                let delete = try connection.prepare("DELETE FROM dead_letter WHERE number = ?")
                for number in numbers {
                    try delete.bind(number, at: 1)
                    try delete.run()
                    removed += connection.changes
                }
            }
        }
        return removed
    }

    /// Deletes dead letters beyond `deadLetterLimit`, and those refused more than `deadLetterAge` before `now`.
    ///
    /// Those that the agent has not counted yet stay until it has.
    public func pruneDeadLetters(now: UTCTime) throws(OutboxError) {
        try OutboxError.writing { () throws(SQLiteError) in
            let delete = try connection.prepare(
                """
                DELETE FROM dead_letter WHERE (generation <> ?1 OR id <= ?2)
                AND (refused < ?3 OR number <= (SELECT max(number) FROM dead_letter) - ?4)
                """)
            try delete.bind(state.generation?.rawValue ?? 0, at: 1)
            try delete.bind(outboxLowWater, at: 2)
            try delete.bind(now.advanced(by: -Self.deadLetterAge).milliseconds, at: 3)
            try delete.bind(Self.deadLetterLimit, at: 4)
            try delete.run()
        }
    }
}
