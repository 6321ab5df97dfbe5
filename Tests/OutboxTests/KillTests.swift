import Foundation
import Outbox
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct KillTests {
    let stores = Stores()

    @Test func everyRowWhoseCommitReturnedIsThereAfterAKill() throws {
        var acknowledged: Set<Int64> = []
        for round in 0..<20 {
            // By turns while it opens the file, or just after, and while it commits; however slow the machine is.
            let ids =
                round % 2 == 0
                ? try killedAppender(stores.outbox, after: Int.random(in: 5...120))
                : try killedAppender(stores.outbox, afterFirst: Int.random(in: 0...60))
            acknowledged.formUnion(ids)
            let writer = try stores.writer()
            #expect(writer.salvage == nil)
            let rows = Set(try stores.look().fixes(after: 0, limit: .max).map(\.id))
            #expect(acknowledged.isSubset(of: rows))
            #expect(writer.counters.addUp(pending: rows.count))
            #expect(rows.count == Int(writer.nextID - 1))
        }
        #expect(acknowledged.count >= 10)
    }

    @Test func readerSeesWholeCommitsWhileTheWriterWrites() throws {
        let process = try appender(stores.outbox)
        defer { process.kill() }
        var looks = 0
        var last = 0
        // Each look reads more rows: a slow machine does not come to 300.
        let end = Date().addingTimeInterval(20)
        while looks < 300 && Date() < end {
            do {
                let reader = try stores.look()
                let rows = try reader.fixes(after: 0, limit: .max)
                #expect(rows.count == Int(reader.header.counters.kept))
                #expect(rows.count >= last)
                last = rows.count
                looks += 1
            } catch OutboxError.notReady {
            }
        }
        #expect(looks > 20)
        #expect(last > 0)
    }

    @Test func readerOfADeadWritersFileSeesAllThatWasCommitted() throws {
        let ids = try killedAppender(stores.outbox)
        let answer = try output(of: [childPath, "look", stores.outbox])
        let rows = Int(answer.split(separator: " ").first ?? "") ?? -1
        #expect(rows >= ids.count, "the reader said: \(answer)")
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to become somebody else"))
    func readerWithoutTheRightToWriteSeesEverythingAndChangesNothing() throws {
        chmod(stores.directory.path, 0o750)
        chown(stores.directory.path, 0, 65_534)
        let acknowledged = try killedAppender(stores.outbox)
        for file in ["outbox.db", "outbox.db-wal", "outbox.db-shm"] {
            chown(stores.directory.file(file), 0, 65_534)
            chmod(stores.directory.file(file), 0o640)
        }
        let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        func look() throws -> String { try output(of: nobody + [childPath, "look", stores.outbox]) }
        let rows = Int(try look().prefix { $0 != " " }) ?? -1
        #expect(rows >= acknowledged.count)
        do {
            let writer = try stores.writer()
            try writer.commit([fix(100_000)], received(1))
            #expect(try look() == "\(rows + 1) of \(rows + 1)")
        }
        #expect(try look() == "\(rows + 1) of \(rows + 1)")
        let attempt = try output(of: nobody + [childPath, "append", stores.outbox])
        #expect(attempt == "unwritable")
        #expect(try stores.writer().commit([fix(200_000)], received(1)) == 1)
    }
}
