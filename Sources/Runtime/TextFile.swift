import Glibc

/// Small text files: read whole, written whole.
public enum TextFile {
    /// The text of a file of at most `limit` bytes. Only for files that answer at once.
    public static func read(_ path: String, limit: Int = 1 << 20) throws(RuntimeError) -> String {
        let fd = open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { throw .system("cannot open \(path)", errno) }
        defer { close(fd) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(fd, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .system("cannot read \(path)", errno) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(path: path) }
        return text
    }

    /// Replaces a file in one step: whoever opens it sees the old text or the new one, never a part, also when the
    /// process dies in the middle. It gets exactly this mode. `durable` also makes it survive a power cut.
    public static func replace(
        _ path: String, with text: String, mode: mode_t = 0o640, durable: Bool = false
    ) throws(RuntimeError) {
        let temporary = path + ".new"
        let fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard fd >= 0 else { throw .system("cannot create \(temporary)", errno) }
        let failure = fill(fd, text, mode, durable)
        close(fd)
        if failure == 0 && rename(temporary, path) == 0 { return }
        let code = failure == 0 ? errno : failure
        unlink(temporary)
        throw .system("cannot write \(path)", code)
    }

    /// Zero, or errno.
    private static func fill(_ fd: Int32, _ text: String, _ mode: mode_t, _ durable: Bool) -> Int32 {
        guard fchmod(fd, mode) == 0 else { return errno }
        var text = text
        return text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = write(fd, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return durable && fsync(fd) != 0 ? errno : 0
        }
    }
}
