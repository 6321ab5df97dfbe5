import SQLite
import Testing

@testable import Outbox

@Suite struct OutboxErrorTests {
    enum Kind {
        case notReady
        case damaged
        case full
        case unwritable
        case other
    }

    func kind(_ error: OutboxError) -> Kind? {
        switch error {
        case .notReady: .notReady
        case .damaged: .damaged
        case .full: .full
        case .unwritable: .unwritable
        case .other: .other
        case .newerSchema, .foreign, .removed, .inUse, .noRoomToSalvage: nil
        }
    }

    func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code: ResultCode(rawValue: code), message: "m", activity: "a", path: "/p")
    }

    /// https://www.sqlite.org/rescode.html
    @Test(
        arguments: [
            (1, .notReady), (5, .notReady), (14, .notReady), (264, .notReady), (1288, .notReady), (1544, .notReady),
            (261, .notReady), (8, .other), (10, .other), (266, .other), (11, .damaged), (26, .damaged), (21, .other),
        ] as [(Int32, Kind)])
    func readerIsToldToComeBackOrNot(_ code: Int32, _ expected: Kind) {
        #expect(kind(OutboxError(reading: failure(code))) == expected)
    }

    @Test(
        arguments: [
            (13, .full), (10, .unwritable), (1034, .unwritable), (778, .unwritable), (8, .unwritable),
            (1544, .unwritable),
            (3, .unwritable), (14, .unwritable), (5, .unwritable), (11, .damaged), (267, .damaged), (26, .damaged),
            (1, .other), (19, .other), (21, .other),
        ] as [(Int32, Kind)])
    func writerIsToldWhatToDo(_ code: Int32, _ expected: Kind) {
        #expect(kind(OutboxError(writing: failure(code))) == expected)
    }

    @Test func everyErrorIsASentenceWithTheFile() {
        let errors: [OutboxError] = [
            .notReady(failure(14)), .newerSchema(path: "/p", version: 2, known: 1),
            .damaged(path: "/p", findings: ["bad page"]),
            .foreign(path: "/p", tables: ["a", "b", "c", "d"], setting: "outbox.path"), .inUse(path: "/p"),
            .full(failure(13)), .noRoomToSalvage(path: "/p"), .unwritable(failure(10)), .other(failure(21)),
        ]
        for error in errors { #expect(error.description.contains("/p") && error.description.hasSuffix(".")) }
    }
}
