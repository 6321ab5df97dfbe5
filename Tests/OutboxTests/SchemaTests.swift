import Positioning
import SQLite
import Testing

@testable import Outbox

@Suite struct SchemaTests {
    let stores = Stores()

    func open(_ schema: Schema) throws -> Connection {
        try StoreFile.open(stores.outbox, schema, FileLock.ofWriter(stores.outbox))
    }

    func next(_ step: String) -> Schema {
        Schema(
            applicationID: Schema.outbox.applicationID, setting: Schema.outbox.setting, marks: Schema.outbox.marks,
            steps: Schema.outbox.steps + [Schema.Step(sql: step)])
    }

    @Test func olderFileIsLedToThisVersionWithItsRows() throws {
        try stores.writer().commit([fix(0)], received(1))
        let later = try open(next("ALTER TABLE fix ADD COLUMN source INTEGER"))
        #expect(try later.pragma("user_version") == 3)
        let select = try later.prepare("SELECT count(*), count(source) FROM fix")
        #expect(try select.step())
        #expect(select.integer(0) == 1)
        #expect(select.integer(1) == 0)
    }

    /// What version 1 wrote: no checksum of the device ids, and their numbers in those of the rows.
    @Test func fileOfVersion1IsReadAndVouchedFor() throws {
        let first = Schema(
            applicationID: Schema.outbox.applicationID, setting: "", marks: [], steps: [Schema.outbox.steps[0]])
        do {
            let old = try open(first)
            try old.execute("INSERT INTO device (id, name) VALUES (1, 'box-1')")
            try old.execute("UPDATE ledger SET value = 3 WHERE name = 'next-id'")
            let insert = try old.prepare("INSERT INTO fix (\(FixRow.columns)) VALUES (\(FixRow.parameters))")
            for id in 1...2 as ClosedRange<Int64> {
                let fix = fix(id * 30)
                let place = try #require(fix.coordinate)
                try FixRow.bind(fix, at: place, id: id, device: 1, DeviceName("box-1"), to: insert)
                try insert.bind(FixRow.checksum(of: fix, at: place, id: id, device: 1), at: FixRow.count)
                try insert.run()
            }
        }
        // Of an older version than the reader's: it comes again after the agent.
        #expect(throws: OutboxError.self) { try stores.look() }
        let writer = try stores.writer()
        #expect(writer.salvage == nil)
        try writer.commit([fix(90)], received(1))
        #expect(try stores.look().fixes(after: 0, limit: 9) == (1...3).map { stored($0 * 30, id: $0) })
        try Connection(path: stores.outbox, mode: .readWrite).execute("UPDATE device SET name = 'box-2'")
        #expect(throws: OutboxError.self) { try stores.look() }
    }

    @Test func stepThatFailsLeavesTheVersionBefore() throws {
        try stores.writer().commit([fix(0)], received(1))
        #expect(throws: OutboxError.self) {
            try open(next("ALTER TABLE fix ADD COLUMN source INTEGER; INSERT INTO nowhere VALUES (1)"))
        }
        #expect(try stores.writer().newestFix() == stored(0, id: 1))
    }

    @Test func fileIsSetUpAsTheDesignHasIt() throws {
        let connection = try open(.outbox)
        #expect(try connection.pragmaText("journal_mode") == "wal")
        #expect(try connection.pragma("synchronous") == 2)
        #expect(try connection.pragma("page_size") == 1024)
        #expect(try connection.pragma("mmap_size") ?? 0 == 0)
        #expect(try connection.pragma("secure_delete") == 2)
        #expect(try connection.pragma("journal_size_limit") == StoreFile.journalLimit)
    }

    @Test func otherStoreIsNotTakenForThisOne() throws {
        _ = try stores.deliveryStore()
        let tables = ["dead_letter", "device", "ledger", "note", "resolved", "sent"]
        let foreign = OutboxError.foreign(path: stores.delivery, tables: tables, setting: "outbox.path")
        #expect(throws: foreign) { try OutboxReader(path: stores.delivery) }
    }
}
