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

    /// The files whose path begins with `start`.
    static func beginning(with start: String) -> [String] {
        let directory = Self.directory(of: start)
        let name = start.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let entryName = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if entryName.hasPrefix(name) { found.append(directory + "/" + entryName) }
        }
        return found
    }

    /// Makes renames in the directory of `path` outlive a power cut.
    static func syncDirectory(of path: String) {
        let descriptor = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
