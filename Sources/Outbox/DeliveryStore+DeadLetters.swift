import Positioning
import SQLite

extension DeliveryStore {
    /// The first `limit` dead letters with a number above `number`, oldest first.
    public func deadLetters(after number: Int64 = 0, limit: Int) throws(OutboxError) -> [DeadLetter] {
        try OutboxError.writing { () throws(SQLiteError) in
            try DeadLetterTable.read(connection, after: number, limit: limit)
        }
    }

    /// How many dead letters there are.
    public func deadLetterCount() throws(OutboxError) -> Int64 {
        try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT count(*) FROM dead_letter WHERE number > 0")
            return try select.step() ? select.integer(0) : 0
        }
    }

    /// Deletes dead letters: the operator dropped them, or they were delivered after all. Returns how many there were.
    ///
    /// One that the agent has not counted yet stays until it has, but nobody is shown it: its number is negative.
    @discardableResult
    public func removeDeadLetters(_ numbers: [Int64]) throws(OutboxError) -> Int {
        var removed = 0
        try OutboxError.writing { () throws(SQLiteError) in
            let connection = try connection
            try connection.immediateTransaction { () throws(SQLiteError) in
                let hide = try connection.prepare(
                    "UPDATE dead_letter SET number = -number WHERE number = ? AND number > 0")
                for number in numbers {
                    try hide.bind(number, at: 1)
                    try hide.run()
                    removed += connection.changes
                }
                try deleteCounted(where: "number < 0")
            }
        }
        return removed
    }

    /// Deletes dead letters beyond `deadLetterLimit`, and those refused more than `deadLetterAge` before `now`.
    ///
    /// Those that the agent has not counted yet stay until it has.
    public func pruneDeadLetters(now: UTCTime) throws(OutboxError) {
        let oldest = now.advanced(by: -Self.deadLetterAge).milliseconds
        try OutboxError.writing { () throws(SQLiteError) in
            try deleteCounted(
                where: """
                    number < 0 OR refused < \(oldest)
                    OR number <= (SELECT max(number) FROM dead_letter) - \(Self.deadLetterLimit)
                    """)
        }
    }

    /// Deletes those that the agent has counted.
    private func deleteCounted(where condition: String) throws(SQLiteError) {
        let delete = try connection.prepare(
            "DELETE FROM dead_letter WHERE (generation <> ? OR id <= ?) AND (\(condition))")
        try delete.bind(state.generation?.rawValue ?? 0, at: 1)
        try delete.bind(outboxLowWater, at: 2)
        try delete.run()
    }
}
