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

    /// Everything in the table.
    static func read(_ connection: Connection) throws(SQLiteError) -> [String: Int64] {
        let select = try connection.prepare("SELECT name, value FROM ledger")
        var values: [String: Int64] = [:]
        while try select.step() {
            if let name = select.text(0) { values[name] = select.integer(1) }
        }
        return values
    }

    func set(_ name: String, _ value: Int64) throws(SQLiteError) {
        try upsert.bind(name, at: 1)
        try upsert.bind(value, at: 2)
        try upsert.run()
    }

    /// Writes the entries of `new` that `old` does not have.
    func update(from old: [String: Int64], to new: [String: Int64]) throws(SQLiteError) {
        for (name, value) in new where old[name] != value {
            try set(name, value)
        }
    }
}
