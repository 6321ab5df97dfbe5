import Foundation
import Positioning
import TestSupport
import Testing

@testable import Runtime

@Suite struct MetricsFileTests {
    private let directory = TemporaryDirectory()
    private let start = BootTime(milliseconds: 1_000_001)

    /// The metrics `text` of a program `box` below `folder`, and what is logged about them by `body`.
    private func log(
        _ folder: String, mayBeMissing: Bool = false, _ body: (MetricsFile) throws -> Void
    ) throws -> String {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let log = Log(level: .info, clock: ManualClock(), descriptor: ends[1])
        let file = MetricsFile(
            directory: folder, program: "box", mayBeMissing: mayBeMissing, log: log, now: start
        ) { "text\n" }
        try body(file)
        close(ends[1])
        let bytes = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func everybodyMayReadItAndNothingElseIsLeft() throws {
        let said = try log(directory.path) { file in
            #expect(file.deadline == start)
            file.serve(ready: [], now: start)
        }
        #expect(try TextFile.read(directory.file("box.prom")) == "text\n")
        var facts = stat()
        #expect(stat(directory.file("box.prom"), &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o644)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["box.prom"])
        #expect(said.isEmpty)
    }

    @Test(.enabled(if: access("/dev/shm", W_OK) == 0, "no /dev/shm here"))
    func inMemoryItIsWrittenMoreOftenThanOnADisk() throws {
        let folder = "/dev/shm/waypost-metrics-\(getpid())"
        mkdir(folder, 0o700)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try log(folder) { file in
            file.write(now: start)
            #expect(file.deadline == BootTime(milliseconds: 1_005_000))
        }
    }

    @Test func bothDaemonsWriteToADiskAtTheSameMoments() throws {
        // /proc is a file system that is not in memory by its type; that nothing can be written there changes nothing.
        _ = try log("/proc") { file in
            file.write(now: start)
            #expect(file.deadline == BootTime(milliseconds: 1_200_000))
            file.write(now: BootTime(milliseconds: 1_200_000))
            #expect(file.deadline == BootTime(milliseconds: 1_500_000))
        }
    }

    @Test func aFailureIsSaidOnceAndSoIsItsEnd() throws {
        let folder = directory.file("metrics")
        let said = try log(folder) { file in
            for turn in 0..<5 { file.write(now: start.advanced(by: Int64(turn) * 600_000)) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for turn in 5..<10 { file.write(now: start.advanced(by: Int64(turn) * 600_000)) }
        }
        #expect(said.split(separator: "\n").count == 2)
        #expect(said.contains("No such file or directory. Make that directory, or set runtime.metrics = off."))
        #expect(said.contains("can be written again"))
        #expect(FileManager.default.fileExists(atPath: folder + "/box.prom"))
    }

    @Test func aDirectoryThatNobodyNamedIsNotMissed() throws {
        let said = try log(directory.file("metrics"), mayBeMissing: true) { $0.write(now: start) }
        #expect(said.isEmpty)
    }

    @Test func aFileThatCannotBeReplacedStaysAsItWas() throws {
        let said = try log(directory.path) { file in
            file.write(now: start)
            try FileManager.default.createDirectory(
                atPath: directory.file("box.prom.new"), withIntermediateDirectories: false)
            file.write(now: start)
        }
        #expect(said.contains("cannot create"))
        #expect(try TextFile.read(directory.file("box.prom")) == "text\n")
    }
}
