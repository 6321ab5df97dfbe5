import SQLite

/// Opens a store as its one writer.
enum StoreFile {
    /// Bytes of a page. A commit of one fix writes two pages, 2.4 kB; with pages of 512 bytes 1.4 kB, of 4096 9.2 kB; but
    /// the smaller the page, the slower the check of the whole file (100 MB: 1.9 s, 1.0 s, 0.7 s).
    static let pageSize: Int64 = 1024
    /// Bytes that the WAL keeps between two checkpoints.
    static let journalLimit: Int64 = 2 << 20
    /// Milliseconds that the check at a start may take: enough for about 80 MB. Damage further on shows when the rows
    /// there are read, as `damaged`, and then the next opening salvages.
    static let checkBudget: Int64 = 800

    /// Milliseconds that a lock of somebody who does not write, such as a backup, is waited for: as long as the loop of
    /// a daemon may stand still.
    static let lockPatience: Int32 = 250

    /// Opens or makes the file at `path`, checks it, and leads it to the schema's version.
    ///
    /// Throws `damaged` if it has to be salvaged first, `newerSchema` if it must be left alone.
    static func open(_ path: String, _ schema: Schema, _ lock: FileLock) throws(OutboxError) -> Connection {
        let connection = try OutboxError.writing { () throws(SQLiteError) in
            let connection = try Connection(
                path: path, mode: .create, busyTimeout: lockPatience, companion: lock)
            // A file that is damaged or newer must not be written when it is closed.
            try connection.setCheckpointOnClose(false)
            try connection.setPersistentWAL(true)
            return connection
        }
        let version = try schema.version(of: connection)
        try OutboxError.writing { () throws(SQLiteError) in
            if version > 0 { try schema.mendDefinitions(of: connection, at: version) }
            try configure(connection)
        }
        if version > 0 { try check(connection) }
        try OutboxError.writing { () throws(SQLiteError) in
            try connection.setDefensive(true)
            try schema.migrate(connection, from: version)
            try connection.setCheckpointOnClose(true)
        }
        if version == 0 { Files.syncDirectory(of: path) }
        return connection
    }

    /// Opens the file at `path` for one look as somebody who does not own it, at one state of its content.
    static func look(_ path: String, _ schema: Schema) throws(OutboxError) -> Connection {
        let connection = try OutboxError.reading { () throws(SQLiteError) in
            let connection = try Connection(path: path, mode: .readOnly, busyTimeout: 200)
            try connection.execute("BEGIN")
            return connection
        }
        let found: Int64
        do {
            found = try schema.version(of: connection)
        } catch .unwritable(let error) {
            throw .notReady(error)
        }
        guard found > 0 else {
            throw .notReady(
                SQLiteError(code: .error, message: "it is still empty", activity: "read the schema", path: path))
        }
        return connection
    }

    private static func configure(_ connection: Connection) throws(SQLiteError) {
        // A page size holds from the first write on; WAL, once set, stays in the file.
        try connection.setPragma("page_size", pageSize)
        try connection.setPragma("journal_mode", "WAL")
        // A commit is on the disk when it returns.
        try connection.setPragma("synchronous", "FULL")
        try connection.setPragma("journal_size_limit", journalLimit)
        // Old positions are overwritten where the page is written anyway. More would wear the card without a promise:
        // flash keeps old blocks out of reach of any file system.
        try connection.setPragma("secure_delete", "FAST")
        // SQLite 3.40 has corrupted databases with memory-mapped files.
        try connection.setPragma("mmap_size", 0)
        try connection.setPragma("cache_size", -256)
        try connection.setPragma("temp_store", "MEMORY")
    }

    /// Throws `damaged` if the file is not one that SQLite can read.
    static func check(_ connection: Connection) throws(OutboxError) {
        let result = try OutboxError.writing { () throws(SQLiteError) in
            try connection.quickCheck(budget: checkBudget)
        }
        switch result {
        case .sound, .unfinished: return
        case .damaged(let findings): throw .damaged(path: connection.path, findings: findings)
        }
    }
}
