import Foundation

/// Where the build puts `outbox-child`: beside the test bundle.
let childPath: String = {
    var directory = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    if directory.pathExtension == "xctest" { directory.deleteLastPathComponent() }
    return directory.appendingPathComponent("outbox-child").path
}()

/// Runs a program to its end and returns what it printed.
func output(of arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Runs `outbox-child append`, kills it after `milliseconds`, and returns the ids that it called committed.
func killedAppender(_ path: String, after milliseconds: Int) throws -> [Int64] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: childPath)
    process.arguments = ["append", path]
    process.standardOutput = pipe
    try process.run()
    usleep(UInt32(milliseconds) * 1000)
    kill(process.processIdentifier, SIGKILL)
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Int64($0) }
}
