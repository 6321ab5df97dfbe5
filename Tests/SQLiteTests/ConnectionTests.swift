import SQLite
import TestSupport
import Testing

@Suite struct ConnectionTests {
    let directory = TemporaryDirectory()

    func database() throws -> Connection {
        let connection = try Connection(path: directory.file("a.db"), mode: .create, busyTimeout: 50)
        try connection.setPragma("journal_mode", "WAL")
        try connection.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY) STRICT")
        return connection
    }

    func count(_ connection: Connection) throws -> Int64 {
        let statement = try connection.prepare("SELECT count(*) FROM t")
        return try statement.step() ? statement.integer(0) : -1
    }

    @Test func missingFileCannotBeOpenedForReading() {
        do {
            _ = try Connection(path: directory.file("none.db"), mode: .readOnly)
            Issue.record("a file that does not exist was opened")
        } catch {
            #expect(error.code.primary == .cannotOpen)
        }
    }

    @Test func readOnlyConnectionChangesNothing() throws {
        let writer = try database()
        let reader = try Connection(path: directory.file("a.db"), mode: .readOnly)
        try reader.execute("PRAGMA query_only = 0")
        do {
            try reader.execute("INSERT INTO t VALUES (1)")
            Issue.record("a read-only connection wrote")
        } catch {
            #expect(error.code.primary == .readOnly)
        }
        #expect(try count(writer) == 0)
    }

    @Test func transactionThatThrowsLeavesNothing() throws {
        let connection = try database()
        #expect(throws: SQLiteError.self) {
            try connection.immediateTransaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try count(connection) == 0)
        try connection.immediateTransaction { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t VALUES (1)")
        }
        #expect(try count(connection) == 1)
    }

    @Test func whatIsCommittedSoFarOutlivesWhatThrowsLater() throws {
        let connection = try database()
        #expect(throws: SQLiteError.self) {
            try connection.immediateTransaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.commitSoFar()
                try connection.execute("INSERT INTO t VALUES (2)")
                try connection.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try count(connection) == 1)
    }

    @Test func secondWriterIsToldThatItIsBusy() throws {
        let first = try database()
        let second = try database()
        try first.execute("BEGIN IMMEDIATE")
        do {
            try second.immediateTransaction { () throws(SQLiteError) in try second.execute("INSERT INTO t VALUES (2)") }
            Issue.record("two writers at once")
        } catch {
            #expect(error.code.primary == .busy)
        }
        try first.execute("COMMIT")
        try second.immediateTransaction { () throws(SQLiteError) in try second.execute("INSERT INTO t VALUES (2)") }
        #expect(try count(first) == 1)
    }

    @Test func capIsFullAndRoomComesBackByDeleting() throws {
        let connection = try database()
        try connection.execute("CREATE TABLE big (b BLOB) STRICT")
        try connection.setPragma("max_page_count", 20)
        let insert = try connection.prepare("INSERT INTO big VALUES (zeroblob(4000))")
        var full: ResultCode?
        for _ in 0..<40 where full == nil {
            do { try insert.run() } catch { full = error.code }
        }
        #expect(full == .full)
        try connection.execute("DELETE FROM big")
        try insert.run()
    }

    @Test func persistentWALStaysForReaders() throws {
        do {
            let connection = try database()
            try connection.setPersistentWAL(true)
            try connection.execute("INSERT INTO t VALUES (1)")
        }
        #expect(fileExists(directory.file("a.db-wal")))
        #expect(fileExists(directory.file("a.db-shm")))
    }

    @Test func closingWithoutCheckpointLeavesTheRowsInTheWAL() throws {
        do {
            let connection = try database()
            try connection.setPersistentWAL(true)
            try connection.checkpoint()
            try connection.setCheckpointOnClose(false)
            try connection.execute("INSERT INTO t VALUES (1)")
        }
        #expect(fileSize(directory.file("a.db-wal")) > 0)
        #expect(try count(database()) == 1)
    }

    @Test func quickCheckFindsADamagedPage() throws {
        do {
            let connection = try database()
            try connection.execute(
                "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000) INSERT INTO t SELECT i FROM c"
            )
            #expect(try connection.quickCheck() == .sound)
            #expect(try connection.quickCheck(budget: -1) == .unfinished)
        }
        overwrite(directory.file("a.db"), at: 3 * 4096, with: [UInt8](repeating: 0x5A, count: 200))
        guard case .damaged(let findings) = try database().quickCheck() else {
            Issue.record("the damage was not found")
            return
        }
        #expect(!findings.isEmpty)
    }

    @Test func defensiveModeRefusesToEditTheSchemaTable() throws {
        let connection = try database()
        try connection.setDefensive(true)
        try connection.execute("PRAGMA writable_schema = 1")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_schema") }
    }

    @Test func primaryCodeMatchesItsFamilyOnly() {
        let ioFsync = ResultCode(rawValue: 1034)
        #expect(ResultCode.ioError ~= ioFsync)
        #expect(!(ResultCode.full ~= ioFsync))
        #expect(!(ResultCode.readOnlyDirectory ~= ResultCode.readOnly))
    }
}
