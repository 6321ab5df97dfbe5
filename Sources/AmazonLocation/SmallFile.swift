import Glibc

/// A small text file that may change while we run, such as a profile file.
struct SmallFile {
    /// What tells one state of a file from another without reading it.
    struct Stamp: Equatable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let modified: Int64
    }

    let text: String
    let stamp: Stamp
    /// Permission bits.
    let mode: UInt32

    /// Most bytes that are read.
    private static let limit = 1 << 20

    /// Nil if the file cannot be looked at.
    static func stamp(of path: String) -> Stamp? {
        var information = stat()
        return stat(path, &information) == 0 ? Stamp(information) : nil
    }

    /// Reads the file; fails with a sentence that names it.
    init(path: String) throws(CallFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .credentials("The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw .credentials("\(path) is not a file.")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0, bytes.count <= Self.limit {
            bytes += buffer[..<count]
        }
        guard bytes.count <= Self.limit else { throw .credentials("The file \(path) is larger than 1 MiB.") }
        text = String(decoding: bytes, as: UTF8.self)
        stamp = Stamp(information)
        mode = information.st_mode & 0o777
    }
}

extension SmallFile.Stamp {
    fileprivate init(_ information: stat) {
        device = UInt64(information.st_dev)
        inode = UInt64(information.st_ino)
        size = Int64(information.st_size)
        modified = Int64(information.st_mtim.tv_sec) * 1_000_000_000 + Int64(information.st_mtim.tv_nsec)
    }
}
