import Runtime
import Testing

@Suite struct OptionParserTests {
    private let parser = OptionParser(
        program: "waypost export", summary: "Writes fixes.", operands: "[FILE]",
        options: [
            CommandOption("format", argument: "gpx|csv", help: "what to write"),
            CommandOption("json", help: "for programs"),
            CommandOption("jitter", help: "another one"),
        ])

    private func run(_ arguments: String...) throws -> ParsedOptions? {
        guard case .run(let options) = try parser.parse(arguments) else { return nil }
        return options
    }

    @Test func readsOptionsInAnyOrderAndOperandsBetween() throws {
        let options = try #require(try run("a", "--set", "x.y=1", "--json", "b", "--format=csv", "--set=x.z=2"))
        #expect(options.operands == ["a", "b"])
        #expect(options.overrides == ["x.y=1", "x.z=2"])
        #expect(options.has("json") && !options.has("jitter"))
        #expect(options.value("format") == "csv")
    }

    @Test func twoDashesEndTheOptions() throws {
        #expect(try run("--", "--json")?.operands == ["--json"])
    }

    @Test(arguments: [
        (["--jsn"], "unknown option --jsn; did you mean --json?; see: waypost export --help"),
        (["--zzzzzz"], "unknown option --zzzzzz; see: waypost export --help"),
        (["-xy"], "unknown option -x; see: waypost export --help"),
        (["--format"], "--format needs an argument: gpx|csv; see: waypost export --help"),
        (["--json=5"], "--json takes no argument; see: waypost export --help"),
        (["--j"], "--j may mean --json or --jitter; see: waypost export --help"),
    ])
    func saysWhatIsWrong(arguments: [String], message: String) {
        #expect(throws: UsageError(String(message.dropLast(28)), program: "waypost export")) {
            try parser.parse(arguments)
        }
        #expect(UsageError(String(message.dropLast(28)), program: "waypost export").description == message)
    }

    @Test func anOperandWhereNoneIsWantedIsAnError() {
        let bare = OptionParser(program: "waypost-agent", summary: "")
        #expect(throws: UsageError("unexpected \"x\"", program: "waypost-agent")) { try bare.parse(["x"]) }
    }

    @Test func stopsAtTheSubcommand() throws {
        let outer = OptionParser(program: "waypost", summary: "", operands: "COMMAND", stopsAtOperand: true)
        guard case .run(let options) = try outer.parse(["--config", "f", "status", "--json"]) else {
            Issue.record("not run")
            return
        }
        #expect(options.operands == ["status", "--json"])
        #expect(options.configFiles == ["f"])
    }

    @Test func theHelpHasAShortNameToo() throws {
        guard case .print(let text) = try parser.parse(["a", "-h"]) else {
            Issue.record("no help")
            return
        }
        #expect(text.hasPrefix("Usage: waypost export "))
    }

    @Test func helpNamesEveryOption() throws {
        guard case .print(let text) = try parser.parse(["--help"]) else {
            Issue.record("no help")
            return
        }
        for name in ["--format gpx|csv", "--json", "--config FILE", "--set", "--version", "[FILE]", "Writes fixes."] {
            #expect(text.contains(name))
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
