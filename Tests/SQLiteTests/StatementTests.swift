import SQLite
import TestSupport
import Testing

@Suite struct StatementTests {
    @Test func everyTypeComesBackAsItWentIn() throws {
        let directory = TemporaryDirectory()
        let connection = try Connection(path: directory.file("a.db"), mode: .create)
        try connection.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB) STRICT")
        let insert = try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?)")
        try insert.bind(Int64.min, at: 1)
        try insert.bind(-179.9999999, at: 2)
        try insert.bind("Großbahn 東京\u{0}x", at: 3)
        try insert.bind([0, 255, 7], at: 4)
        try insert.run()
        try insert.bind(nil as Int64?, at: 1)
        try insert.bind(Double.nan, at: 2)
        try insert.bind("", at: 3)
        try insert.bind([], at: 4)
        try insert.run()

        let select = try connection.prepare("SELECT * FROM t ORDER BY rowid")
        #expect(try select.step())
        #expect(select.integer(0) == Int64.min)
        #expect(select.real(1) == -179.9999999)
        #expect(select.text(2) == "Großbahn 東京\u{0}x")
        #expect(select.blob(3) == [0, 255, 7])
        #expect(try select.step())
        #expect(select.optionalInteger(0) == nil)
        #expect(select.optionalReal(1) == nil)
        #expect(select.text(2) == "")
        #expect(select.blob(3) == [])
        #expect(try !select.step())
    }

    @Test func wrongStatementIsASentenceWithCodeAndFile() throws {
        let directory = TemporaryDirectory()
        let connection = try Connection(path: directory.file("a.db"), mode: .create)
        do {
            _ = try connection.prepare("SELECT x FROM nowhere")
            Issue.record("a table that does not exist was read")
        } catch {
            #expect(error.code == .error)
            #expect(error.description.contains("no such table: nowhere"))
            #expect(error.description.contains(directory.file("a.db")))
        }
    }

    @Test func emptyStatementIsRefused() throws {
        let directory = TemporaryDirectory()
        let connection = try Connection(path: directory.file("a.db"), mode: .create)
        #expect(throws: SQLiteError.self) { try connection.prepare("-- nothing") }
    }
}
