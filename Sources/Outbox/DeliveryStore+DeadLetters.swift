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
            try DeadLetterTable.count(connection)
        }
    }

    /// The numbers of all dead letters, of damaged ones too.
    public func deadLetterNumbers() throws(OutboxError) -> [Int64] {
        try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT number FROM dead_letter WHERE number > 0 ORDER BY number")
            var numbers: [Int64] = []
            while try select.step() { numbers.append(select.integer(0)) }
            return numbers
        }
    }

    /// Drops dead letters, because the operator does not want them. Returns the numbers of those that there were.
    ///
    /// That its fix was refused stays known as long as a dead letter would: it is in no tracker's history, and not lost.
    @discardableResult
    public func dropDeadLetters(_ numbers: [Int64]) throws(OutboxError) -> [Int64] {
        var dropped: [Int64] = []
        try OutboxError.writing { () throws(SQLiteError) in
            try connection.immediateTransaction { () throws(SQLiteError) in
                for number in numbers where try hide(number) { dropped.append(number) }
            }
        }
        return dropped
    }

    /// Deletes dead letters that were delivered after all: `times` has their numbers, and the sample times of their fixes.
    /// A letter of another time is not meant: the file was begun anew since. One that the agent has not counted yet stays,
    /// hidden, and so does that with the greatest number, which must not be given again.
    public func removeDeadLetters(_ times: [Int64: UTCTime]) throws(OutboxError) {
        try OutboxError.writing { () throws(SQLiteError) in
            try connection.immediateTransaction { () throws(SQLiteError) in
                for (number, time) in times { try hide(number, of: time, code: DeadLetterTable.delivered) }
                try deleteCounted(where: Self.isDelivered)
            }
        }
    }

    /// Delivered after all, and not the last one.
    private static let isDelivered = """
        number < 0 AND code = '\(DeadLetterTable.delivered)'
        AND -number < (SELECT max(abs(number)) FROM dead_letter)
        """

    /// Leaves of a dead letter only what the accounting needs: a negative number, which nobody is shown, and neither the
    /// place nor the words, so that its checksum is wrong and no salvage brings it back; its code, unless there is another.
    /// False if there is none, or none of `time`.
    @discardableResult
    private func hide(_ number: Int64, of time: UTCTime? = nil, code: String? = nil) throws(SQLiteError) -> Bool {
        let hide = try connection.prepare(
            """
            UPDATE dead_letter
            SET number = -number, latitude = 0, longitude = 0, message = '', code = coalesce(?2, code)
            WHERE number = ?1 AND number > 0 AND time = coalesce(?3, time)
            """)
        try hide.bind(number, at: 1)
        try hide.bind(code, at: 2)
        try hide.bind(time?.milliseconds, at: 3)
        try hide.run()
        return try connection.changes > 0
    }

    /// Deletes dead letters beyond `deadLetterLimit`, and those refused more than `deadLetterAge` before `now`.
    ///
    /// Those that the agent has not counted yet stay until it has.
    public func pruneDeadLetters(now: UTCTime) throws(OutboxError) {
        let oldest = now.advanced(by: -Self.deadLetterAge).milliseconds
        try OutboxError.writing { () throws(SQLiteError) in
            try deleteCounted(
                where: """
                    refused < \(oldest)
                    OR abs(number) <= (SELECT max(abs(number)) FROM dead_letter) - \(Self.deadLetterLimit)
                    OR \(Self.isDelivered)
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
