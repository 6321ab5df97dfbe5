import Foundation

/// A directory of its own for one test, removed with all that is in it when the value goes.
public final class TemporaryDirectory {
    /// Absolute path without a slash at the end.
    public let path: String

    /// Makes the directory below $TMPDIR, else /tmp.
    public init() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/waypost-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp in \(base) failed: errno \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside the directory.
    public func file(_ name: String) -> String {
        "\(path)/\(name)"
    }
}
