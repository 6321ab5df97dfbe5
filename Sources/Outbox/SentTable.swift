import SQLite

/// Bytes that went over the wire, a row for each UTC day.
enum SentTable {
    /// Days that are kept.
    static let daysKept = 400

    /// Adds `bytes` to their days, within a transaction.
    static func add(_ bytes: [String: Int64], on connection: Connection) throws(SQLiteError) {
        guard !bytes.isEmpty else { return }
        let add = try connection.prepare(
            "INSERT INTO sent (day, bytes) VALUES (?1, ?2) ON CONFLICT (day) DO UPDATE SET bytes = bytes + ?2")
        for (day, bytes) in bytes {
            try add.bind(day, at: 1)
            try add.bind(bytes, at: 2)
            try add.run()
        }
    }

    /// Removes the oldest days beyond `daysKept`, within a transaction.
    static func trim(_ connection: Connection) throws(SQLiteError) {
        try connection.execute(
            "DELETE FROM sent WHERE day NOT IN (SELECT day FROM sent ORDER BY day DESC LIMIT \(daysKept))")
    }
}
