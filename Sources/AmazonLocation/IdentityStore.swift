import Glibc

/// Keeps the Cognito identity of this box over restarts: a file with the pool and the identity, one a line.
///
/// The identity is no secret, but whoever has it can act as this guest: mode 0600. A file that cannot be written costs
/// a new identity at the next start, and nothing else. Another program's file may lend its identity; it is only read.
final class IdentityStore {
    private let path: String?
    private let pool: String
    private var known: String?

    init(path: String?, lentBy lender: String? = nil, pool: String) {
        self.path = path
        self.pool = pool
        known = lender.flatMap { Self.read($0, pool) } ?? path.flatMap { Self.read($0, pool) }
    }

    private static func read(_ path: String, _ pool: String) -> String? {
        guard let file = try? SmallFile(path: path) else { return nil }
        let lines = file.text.split(separator: "\n")
        guard lines.count == 2, lines[0] == pool, isIdentity(String(lines[1])) else { return nil }
        return String(lines[1])
    }

    /// The identity; nil if there is none yet, or only one of another pool.
    var identity: String? {
        get { known }
        set {
            known = newValue
            if let path { write(newValue, to: path) }
        }
    }

    /// `REGION:UUID`, at most 55 characters.
    static func isIdentity(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return text.utf8.count <= 55 && parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    private func write(_ identity: String?, to path: String) {
        guard let identity else {
            unlink(path)
            return
        }
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let text = Array("\(pool)\n\(identity)\n".utf8)
        let written = Glibc.write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        close(descriptor)
        if written { rename(new, path) } else { unlink(new) }
    }
}
