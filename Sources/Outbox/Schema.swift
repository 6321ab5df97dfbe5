import SQLite

/// The tables of one store, as a list of steps that each lead one version further (`PRAGMA user_version`).
struct Schema {
    /// What leads one version further.
    struct Step {
        /// The change of the tables.
        let sql: String
        /// What SQL cannot do to the rows.
        var fill: (@Sendable (Connection) throws(SQLiteError) -> Void)?

        func run(on connection: Connection) throws(SQLiteError) {
            try connection.execute(sql)
            try fill?(connection)
        }
    }

    /// `PRAGMA application_id`: tells our two stores from each other and from any other database.
    let applicationID: Int64
    /// The setting that says where the store is.
    let setting: String
    /// Tables that a file of this kind has, and no database of another program.
    let marks: Set<String>
    /// Step n leads from version n to n + 1. A step that was released never changes.
    let steps: [Step]

    /// The version that this program writes.
    var version: Int64 { Int64(steps.count) }

    static let outbox = Schema(
        applicationID: 0x5770_4f62, setting: "outbox.path", marks: ["fix", "ledger"],
        steps: [
            Step(
                sql: """
                    CREATE TABLE fix (id INTEGER PRIMARY KEY, \(FixRow.definitions)) STRICT;
                    CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
                    \(Ledger.schema);
                    INSERT INTO ledger (name, value)
                    VALUES ('generation', 1 + abs(random() % 9223372036854775806)), ('next-id', 1), ('low-water', 0);
                    """),
            vouchingForNames,
        ])

    static let delivery = Schema(
        applicationID: 0x5770_4476, setting: "delivery.path", marks: ["resolved", "dead_letter"],
        steps: [
            Step(
                sql: """
                    CREATE TABLE resolved (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
                    CREATE TABLE dead_letter (
                        id INTEGER NOT NULL, \(FixRow.definitions),
                        generation INTEGER NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL, refused INTEGER,
                        number INTEGER PRIMARY KEY
                    ) STRICT;
                    CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
                    CREATE TABLE sent (day TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    \(Ledger.schema);
                    """),
            vouchingForNames,
        ])

    /// Each device id has had a checksum since version 2.
    private static let vouchingForNames = Step(sql: "ALTER TABLE device ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
    {
        (connection) throws(SQLiteError) in try DeviceNames.vouch(connection)
    }

    /// The version of the database, 0 for an empty one. Throws for one that is newer, or that waypost did not make;
    /// nothing has been written then.
    func version(of connection: Connection) throws(OutboxError) -> Int64 {
        let (found, changes, application) = try OutboxError.writing { () throws(SQLiteError) in
            (
                try connection.pragma("user_version") ?? 0, try connection.pragma("schema_version") ?? 0,
                try connection.pragma("application_id") ?? 0
            )
        }
        guard application == applicationID || (found == 0 && changes == 0) else {
            throw try stranger(connection)
        }
        guard found <= version else {
            throw .newerSchema(path: connection.path, version: found, known: version)
        }
        return found
    }

    /// Puts the definitions of the tables right where they are not those of `version`: the check of a database does not
    /// compare them, and one that damage has changed hides the rows or refuses every write.
    func mendDefinitions(of connection: Connection, at version: Int64) throws(SQLiteError) {
        let model = try Connection(path: ":memory:", mode: .create)
        for step in steps.prefix(Int(version)) { try step.run(on: model) }
        let wanted = try Definition.all(of: model)
        // Without this, not even the list can be read when a definition is no SQL any more.
        try connection.execute("PRAGMA writable_schema = ON")
        let found = try Definition.all(of: connection)
        if found != wanted && found.count == wanted.count {
            try connection.immediateTransaction { () throws(SQLiteError) in
                for (definition, good) in zip(found, wanted) where definition != good {
                    try good.write(to: connection, row: definition.row)
                }
            }
        }
        try connection.execute("PRAGMA writable_schema = RESET")
    }

    /// Leads the database from `version` to this program's, one transaction a step, so that a kill leaves a whole
    /// version.
    func migrate(_ connection: Connection, from version: Int64) throws(SQLiteError) {
        for (index, step) in steps.enumerated().dropFirst(Int(version)) {
            try connection.immediateTransaction { () throws(SQLiteError) in
                try step.run(on: connection)
                try mark(connection, as: Int64(index + 1))
            }
        }
    }

    /// Makes the tables of this program's version in an empty database, within a transaction.
    func make(on connection: Connection) throws(SQLiteError) {
        for step in steps { try step.run(on: connection) }
        try mark(connection, as: version)
    }

    private func mark(_ connection: Connection, as version: Int64) throws(SQLiteError) {
        try connection.setPragma("application_id", applicationID)
        try connection.setPragma("user_version", version)
    }

    /// What a file is that does not bear our mark: one of ours that is damaged, or somebody else's.
    private func stranger(_ connection: Connection) throws(OutboxError) -> OutboxError {
        let tables = try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            var tables: [String] = []
            while try select.step() { tables.append(select.text(0) ?? "") }
            return tables
        }
        guard !tables.isEmpty, !marks.isSubset(of: tables) else {
            return .damaged(path: connection.path, findings: ["it is not marked as a waypost store of this kind"])
        }
        return .foreign(path: connection.path, tables: tables, setting: setting)
    }
}
