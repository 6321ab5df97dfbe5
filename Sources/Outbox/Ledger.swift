import SQLite

/// Named numbers of a store in one small table, so that all that changes with a commit besides its rows lies on one
/// page.
struct Ledger {
    static let schema =
        "CREATE TABLE ledger (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID"

    private let upsert: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        upsert = try connection.prepare("INSERT OR REPLACE INTO ledger (name, value) VALUES (?, ?)")
    }

    /// The entry that vouches for the others.
    private static let checksumName = "checksum"

    /// Everything in the table. Throws `corrupt` if it is not what was written: a low-water mark that a rotten card has
    /// raised would declare fixes delivered that were not.
    static func read(_ connection: Connection) throws(SQLiteError) -> [String: Int64] {
        let select = try connection.prepare("SELECT name, value FROM ledger")
        var values: [String: Int64] = [:]
        while try select.step() {
            if let name = select.text(0) { values[name] = select.integer(1) }
        }
        let stored = values.removeValue(forKey: checksumName)
        // A file that was just made has none yet.
        guard stored == nil || stored == checksum(of: values) else {
            throw SQLiteError(
                code: .corrupt, message: "the ledger is not what was written", activity: "read the ledger",
                path: connection.path)
        }
        return values
    }

    /// Writes the entries of `new` that `old` does not have. An entry that `new` lacks must not be in the table, or be 0:
    /// what this program does not know has to be carried along.
    func update(from old: [String: Int64], to new: [String: Int64]) throws(SQLiteError) {
        var isChanged = false
        for (name, value) in new where old[name] != value {
            try set(name, value)
            isChanged = true
        }
        if isChanged { try set(Self.checksumName, Self.checksum(of: new)) }
    }

    private func set(_ name: String, _ value: Int64) throws(SQLiteError) {
        try upsert.bind(name, at: 1)
        try upsert.bind(value, at: 2)
        try upsert.run()
    }

    /// The sum over all entries but those that are 0, so that neither their order nor a missing one matters.
    private static func checksum(of values: [String: Int64]) -> Int64 {
        var sum: UInt64 = 0
        for (name, value) in values where value != 0 {
            var hash = Checksum()
            for byte in name.utf8 { hash.mix(UInt64(byte)) }
            hash.mix(UInt64(bitPattern: value))
            sum &+= hash.value
        }
        return Int64(bitPattern: sum)
    }
}
