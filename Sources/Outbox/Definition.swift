import SQLite

/// A row of `sqlite_master`: what a table is. At which page it begins is left out, since that differs from file to file
/// and SQLite's own check finds what is wrong with it.
struct Definition: Equatable {
    /// The row id.
    let row: Int64
    private let texts: [String?]

    /// Whether both say the same, in whatever row.
    static func == (left: Definition, right: Definition) -> Bool {
        left.texts == right.texts
    }

    /// All of a database, in the order in which they were made.
    static func all(of connection: Connection) throws(SQLiteError) -> [Definition] {
        let select = try connection.prepare(
            "SELECT rowid, type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid")
        var found: [Definition] = []
        while try select.step() {
            found.append(Definition(row: select.integer(0), texts: (1...4).map { select.text($0) }))
        }
        return found
    }

    /// Writes it over the row `row`; for a connection with a writable schema.
    func write(to connection: Connection, row: Int64) throws(SQLiteError) {
        let update = try connection.prepare(
            "UPDATE sqlite_master SET type = ?1, name = ?2, tbl_name = ?3, sql = ?4 WHERE rowid = ?5")
        for (index, text) in texts.enumerated() { try update.bind(text, at: Int32(index + 1)) }
        try update.bind(row, at: 5)
        try update.run()
    }
}
