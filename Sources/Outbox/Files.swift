import Glibc

/// The few calls on files that SQLite does not make for us.
enum Files {
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// False with `errno` set if it failed.
    @discardableResult
    static func move(_ from: String, to: String) -> Bool {
        rename(from, to) == 0
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// Makes renames in the directory of `path` outlive a power cut.
    static func syncDirectory(of path: String) {
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let descriptor = open(
            directory.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
