import Glibc
import Positioning

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

    /// False if there was nothing, or it cannot be removed.
    @discardableResult
    static func remove(_ path: String) -> Bool {
        unlink(path) == 0
    }

    /// Bytes of a file; nil if there is none.
    static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Bytes that this process may still write in the directory of `path`; nil if the file system does not say.
    static func freeBytes(beside path: String) -> Int64? {
        volume(of: path).map { bytes($0.f_bavail, of: $0.f_frsize) }
    }

    /// Bytes of the disk on which `path` is; nil if the file system does not say.
    static func diskSize(of path: String) -> Int64? {
        volume(of: path).map { bytes($0.f_blocks, of: $0.f_frsize) }
    }

    /// Bytes of so many blocks: a network file system may claim more than a number holds.
    static func bytes(_ blocks: some BinaryInteger, of size: some BinaryInteger) -> Int64 {
        Int64(clamping: blocks).clampedProduct(Int64(clamping: size))
    }

    private static func volume(of path: String) -> statvfs? {
        var volume = statvfs()
        return statvfs(directory(of: path), &volume) == 0 && volume.f_blocks > 0 ? volume : nil
    }

    /// Makes a file of `size` bytes whose blocks are set aside; false if there is no room for them.
    static func allocate(_ path: String, _ size: Int64) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return posix_fallocate(descriptor, 0, off_t(size)) == 0
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
