import Foundation

/// A program of the machine that a test makes use of.
public struct Tool: Sendable {
    /// Absolute path.
    public let path: String

    /// The program called `name` in $PATH or in the directories for administrators; nil if there is none.
    public init?(_ name: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates = (path.components(separatedBy: ":") + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            return nil
        }
        self.path = found
    }

    /// Runs the program to its end; what it printed if it exited with 0, else nil.
    @discardableResult
    public func run(_ arguments: [String]) -> String? {
        guard let process = try? ChildProcess(path, arguments), process.exitCode() == 0 else { return nil }
        return process.output
    }
}
