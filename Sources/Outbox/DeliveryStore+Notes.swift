import Positioning
import SQLite

extension DeliveryStore {
    /// A small text that somebody stored under `name`; nil if there is none.
    public func note(_ name: String) throws(OutboxError) -> String? {
        try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT value FROM note WHERE name = ?")
            try select.bind(name, at: 1)
            return try select.step() ? select.text(0) : nil
        }
    }

    /// Stores `value` under `name`, or removes it. Not for secrets: operators can read the file.
    public func setNote(_ name: String, _ value: String?) throws(OutboxError) {
        guard try note(name) != value else { return }
        try OutboxError.writing { () throws(SQLiteError) in
            let statement = try connection.prepare(
                value == nil
                    ? "DELETE FROM note WHERE name = ?1" : "INSERT OR REPLACE INTO note (name, value) VALUES (?1, ?2)")
            try statement.bind(name, at: 1)
            if let value { try statement.bind(value, at: 2) }
            try statement.run()
        }
    }

    /// The outer back-off as it was stored; nil if there is none.
    public func backOff() throws(OutboxError) -> StoredBackOff? {
        guard let parts = try note("back-off")?.split(separator: " "), parts.count == 4,
            let until = Int64(parts[1]), let delay = Int64(parts[2]), let failures = Int(parts[3])
        else { return nil }
        return StoredBackOff(
            bootID: String(parts[0]), until: BootTime(milliseconds: until), delay: delay, failures: failures)
    }

    /// Stores the outer back-off, or that there is none.
    public func setBackOff(_ backOff: StoredBackOff?) throws(OutboxError) {
        let text = backOff.map { "\($0.bootID) \($0.until.milliseconds) \($0.delay) \($0.failures)" }
        try setNote("back-off", text)
    }
}
