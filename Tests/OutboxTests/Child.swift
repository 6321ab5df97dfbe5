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
    let (process, pipe) = try appender(path)
    usleep(UInt32(milliseconds) * 1000)
    return killed(process, pipe)
}

/// Runs `outbox-child append`, kills it so many milliseconds after it has called its first id committed, and returns
/// those that it did.
func killedAppender(_ path: String, afterFirst milliseconds: Int = 0) throws -> [Int64] {
    let (process, pipe) = try appender(path)
    let first = pipe.fileHandleForReading.availableData
    usleep(UInt32(milliseconds) * 1000)
    return killed(process, pipe, after: first)
}

private func appender(_ path: String) throws -> (Process, Pipe) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: childPath)
    process.arguments = ["append", path]
    process.standardOutput = pipe
    try process.run()
    return (process, pipe)
}

private func killed(_ process: Process, _ pipe: Pipe, after first: Data = Data()) -> [Int64] {
    kill(process.processIdentifier, SIGKILL)
    let data = first + pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Int64($0) }
}
