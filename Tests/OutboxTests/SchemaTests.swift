import SQLite
import Testing

@testable import Outbox

@Suite struct SchemaTests {
    let stores = Stores()

    func open(_ schema: Schema) throws -> Connection {
        try StoreFile.open(stores.outbox, schema, WriterLock(stores.outbox))
    }

    func next(_ step: String) -> Schema {
        Schema(applicationID: Schema.outbox.applicationID, steps: Schema.outbox.steps + [step])
    }

    @Test func olderFileIsLedToThisVersionWithItsRows() throws {
        try stores.writer().commit([fix(0)], received(1))
        let later = try open(next("ALTER TABLE fix ADD COLUMN source INTEGER"))
        #expect(try later.pragma("user_version") == 2)
        let select = try later.prepare("SELECT count(*), count(source) FROM fix")
        #expect(try select.step())
        #expect(select.integer(0) == 1)
        #expect(select.integer(1) == 0)
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
        #expect(
            throws: OutboxError.damaged(path: stores.delivery, findings: ["it is not a waypost store of this kind"])
        ) {
            try OutboxReader(path: stores.delivery)
        }
    }
}
