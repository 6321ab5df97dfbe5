import Foundation
import Positioning
import TestSupport
import Testing

@testable import Runtime

@Suite struct TextFileTests {
    private let directory = TemporaryDirectory()

    @Test func replacesWithExactlyTheMode() throws {
        let path = directory.file("state.json")
        try TextFile.replace(path, with: "old", mode: 0o600)
        try TextFile.replace(path, with: "new", mode: 0o640, durable: true)
        var info = stat()
        #expect(stat(path, &info) == 0)
        #expect(info.st_mode & 0o7777 == 0o640)
        #expect(try TextFile.read(path) == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["state.json"])
    }

    @Test func aFailedReplaceLeavesNothingBehind() throws {
        let path = directory.file("taken")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: RuntimeError.self) { try TextFile.replace(path, with: "text") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["taken"])
    }

    @Test func refusesWhatIsNoTextOrTooLarge() throws {
        let path = directory.file("file")
        try Data([0x61, 0xff]).write(to: URL(fileURLWithPath: path))
        #expect(throws: RuntimeError.notText(path: path)) { try TextFile.read(path) }
        #expect(throws: RuntimeError.tooLarge(path: path, limit: 1)) { try TextFile.read(path, limit: 1) }
        #expect(throws: RuntimeError.system("cannot open \(path)x", ENOENT)) { try TextFile.read(path + "x") }
    }

    @Test func theStateFileIsWrittenAboutOnceASecond() throws {
        let path = directory.file("state.json")
        var texts = 0
        let state = StateFile(
            path: path,
            content: {
                texts += 1
                return "\(texts)"
            }, failed: { Issue.record($0) })
        #expect(state.deadline == nil)
        var now = BootTime(milliseconds: 5000)
        state.write(now: now)
        for _ in 0..<40 {
            now = now.advanced(by: 50)
            state.changed()
            if let earliest = state.earliest, earliest <= now { state.serve(ready: [], now: now) }
        }
        #expect(texts == 3)
        #expect(try TextFile.read(path) == "3")
        state.changed()
        let last = BootTime(milliseconds: 6800)
        #expect(state.deadline == last.advanced(by: 1500))
        #expect(state.earliest == last.advanced(by: 900), "with the report of a receiver that talks once a second")
    }
}
