import JSON
import Runtime
import Testing

@testable import Operator

@Suite struct DeadLettersTests {
    @Test func theListHasTheServicesOwnWords() throws {
        let box = try Box()
        try box.store(10)
        try box.deliver(0..<5, dead: 5..<7)
        let lines = try box.run(DeadLettersCommand.self).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "1         \(box.fix(5).sampleTime.iso8601) ValidationError: too old")
        #expect(lines[2].hasPrefix("To do     mend the cause, then: waypost dead-letters retry."))
        #expect(lines.allSatisfy { $0.count <= 80 })
        let list = try JSONReader().read(Array(try box.run(DeadLettersCommand.self, ["list", "--json"]).utf8))
        #expect(list.array?.count == 2)
        #expect(list.array?.last?["time"]?.string == box.fix(6).sampleTime.iso8601)
    }

    @Test func noneIsSaidSo() throws {
        let box = try Box()
        try box.store(1)
        try box.deliver(0..<1)
        #expect(try box.run(DeadLettersCommand.self) == "no dead letters\n")
        #expect(try box.run(DeadLettersCommand.self, ["--json"]) == "[\n]\n")
    }

    @Test func theUploaderIsAskedInPiecesThatFitARequest() throws {
        let box = try Box()
        let uploader = try Answering(box.uploader + "/control") { "ok: \($0)" }
        #expect(try box.run(DeadLettersCommand.self, ["retry"]) == "dead-letters retry\n")
        #expect(try box.run(DeadLettersCommand.self, ["retry", "all"]) == "dead-letters retry\n")
        #expect(try box.run(DeadLettersCommand.self, ["drop", "all"]) == "dead-letters drop\n")
        #expect(try box.run(DeadLettersCommand.self, ["drop", "3", "5"]) == "dead-letters drop 3 5\n")
        let numbers = (0..<45).map { "\(Int64.max - Int64($0))" }
        let answers = try box.run(DeadLettersCommand.self, ["drop"] + numbers).split(separator: "\n")
        #expect(answers.count == 3)
        #expect(answers.flatMap { $0.split(separator: " ").dropFirst(2) }.map(String.init) == numbers)
        #expect(try box.run(DeadLettersCommand.self, ["retry", "5", "3", "5"]) == "dead-letters retry 5 3\n")
        withExtendedLifetime(uploader) {}
    }

    @Test func numbersThatAreNotThereAreNamedAfterTheOthersWereDone() throws {
        let box = try Box()
        let uploader = try Answering(box.uploader + "/control") { request in
            let isFirst = request.contains(" 777")
            return isFirst ? "2 dead letters go again\nmissing: 777 778" : "1 dead letter goes again"
        }
        let numbers = ["777", "778"] + (1...19).map { "\($0)" }
        #expect(throws: OperatorError("not in the list of dead letters: 777, 778", .dataError)) {
            try box.run(DeadLettersCommand.self, ["retry"] + numbers)
        }
        #expect(box.output == "2 dead letters go again\n1 dead letter goes again\n")
        withExtendedLifetime(uploader) {}
    }

    @Test(arguments: [
        ["drop"], ["retry", "x"], ["list", "3"], ["burn"], ["drop", "-1"], ["drop", "0"], ["drop", "all", "2"],
        ["drop", "2", "all"], ["retry", "all", "2"], ["retry", "all", "all"],
        ["retry", "--json"], ["drop", "all", "--json"],
    ])
    func whatCannotBeMeantIsAUsageError(arguments: [String]) throws {
        let box = try Box()
        let uploader = try Answering(box.uploader + "/control") { "ok: \($0)" }
        #expect(throws: UsageError.self) { try box.run(DeadLettersCommand.self, arguments) }
        withExtendedLifetime(uploader) {}
    }
}
