import Glibc

/// Files in memory, for code that reads files. They go when the process ends, unless it crashes.
enum ScratchFile {
    private static let folder: String = {
        var template = Array("/dev/shm/waypost-fuzz-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "cannot make a folder in /dev/shm")
        atexit { ScratchFile.removeAll() }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    /// The path of a file that holds `bytes`; the next call with the same `name` replaces it.
    static func holding(_ bytes: some Collection<UInt8>, as name: String) -> String {
        let path = path(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let content = Array(bytes)
        let written = content.isEmpty ? 0 : write(descriptor, content, content.count)
        close(descriptor)
        precondition(written == content.count, "cannot write \(path)")
        return path
    }

    /// Where a file of that name is, or may be made.
    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    private static func removeAll() {
        guard let stream = opendir(folder) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink(path(name))
        }
        closedir(stream)
        rmdir(folder)
    }
}
