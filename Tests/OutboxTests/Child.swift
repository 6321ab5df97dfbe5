import Foundation
import TestSupport
import Testing

/// The program that does one thing with an outbox.
let childPath = builtProgram("outbox-child")

/// Runs a program to its end and returns what it printed.
func output(of arguments: [String]) throws -> String {
    let process = try ChildProcess("/usr/bin/env", arguments)
    let code = process.exitCode(within: 300)
    try #require(code != nil, "\(arguments) does not end")
    return (process.output + process.errors).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// `outbox-child append`.
func appender(_ path: String) throws -> ChildProcess {
    try ChildProcess(childPath, ["append", path])
}

/// Runs `outbox-child append`, kills it after `milliseconds`, and returns the ids that it called committed.
func killedAppender(_ path: String, after milliseconds: Int) throws -> [Int64] {
    killed(try appender(path), after: milliseconds)
}

/// Runs `outbox-child append`, kills it so many milliseconds after it has called its first id committed, and returns
/// those that it did.
func killedAppender(_ path: String, afterFirst milliseconds: Int = 0) throws -> [Int64] {
    let process = try appender(path)
    try #require(eventually { process.output.contains("\n") }, "it commits nothing: \(process.errors)")
    return killed(process, after: milliseconds)
}

private func killed(_ process: ChildProcess, after milliseconds: Int) -> [Int64] {
    usleep(UInt32(milliseconds) * 1000)
    process.kill()
    return process.output.split(separator: "\n").compactMap { Int64($0) }
}
