import Foundation

/// The files of a simulated box, in memory where there is such a disk: a sync costs nothing there.
final class BoxDirectory {
    let path: String
    /// Where the processes log to.
    let log: Int32

    init() throws {
        let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        var template = Array("\(base)/waypost-sim-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Violation("mkdtemp in \(base) failed: errno \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        log = open("\(path)/log", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    deinit {
        close(log)
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// What lies in memory does not outlive the power.
    func forgetMemory() {
        for name in ["agent.json", "outbox.db-shm", "delivery.db-shm"] { unlink(file(name)) }
    }

    func logLines() -> Int64 {
        let text = (try? Data(contentsOf: URL(fileURLWithPath: file("log")))) ?? Data()
        return Int64(text.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) })
    }
}
