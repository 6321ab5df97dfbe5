import Foundation
import TestSupport
import Testing

@testable import Runtime

@Suite struct OutputTests {
    private let directory = TemporaryDirectory()

    @Test func everythingArrivesHoweverMuchItIs() throws {
        let path = directory.file("out")
        let fd = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(fd) }
        let output = Output(descriptor: fd)
        for number in 0..<50_000 { try output.write("\(number)\n") }
        try output.flush()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 50_000 && lines.last == "49999")
    }

    @Test func aFullDiskIsNotHidden() throws {
        let fd = open("/dev/full", O_WRONLY)
        defer { close(fd) }
        let output = Output(descriptor: fd, name: "/dev/full")
        try output.write("text")
        #expect(throws: RuntimeError.system("cannot write to /dev/full", ENOSPC)) { try output.flush() }
        #expect(RuntimeError.system("", ENOSPC).exitCode == .inputOutput)
    }

    @Test func aFileIsNoTerminal() {
        let fd = open("/dev/null", O_WRONLY)
        defer { close(fd) }
        let terminal = Terminal(descriptor: fd)
        #expect(!terminal.isTerminal && !terminal.hasColour && terminal.columns == 80)
        #expect(terminal.coloured("word", .red) == "word")
    }

    @Test func factsOfAFile() throws {
        let path = directory.file("secret")
        try TextFile.replace(path, with: "x", mode: 0o600)
        let facts = try FileFacts(path)
        #expect(facts.mode == 0o600 && !facts.isDirectory && facts.freeBytes > 0)
        #expect(facts.owner == NSUserName())
        #expect(try FileFacts(directory.path).isDirectory)
        #expect(try !facts.group.isEmpty && FileFacts("/").lets("nobody", 0o5) && FileFacts("/").lets("root", 0o7))
        #expect(facts.lets(facts.owner, 0o6) && !facts.lets("nobody", 0o4))
        #expect(FileFacts.isUser("root") && !FileFacts.isUser("no-such-user"))
        #expect(throws: RuntimeError.self) { try FileFacts(path + "x") }
    }
}
